/** Holds the episodes of one task. Loads, calls the core, appends to the journal, replies; decides nothing. */
import { DurableObject } from "cloudflare:workers";
import type { Change } from "../core/episode.ts";
import { fail, RlveError, type Reply } from "../core/errors.ts";
import { digest } from "../core/hash.ts";
import { makeTask } from "../envs/make-task.ts";
import { advance, gatherFacts, setTable } from "../envs/play.ts";
import { environmentById } from "../envs/index.ts";
import { productTypeById } from "../catalog/types/index.ts";
import type { Catalog } from "../core/ports.ts";
import { D1Catalog } from "../platform/d1-catalog.ts";
import { settingsOf } from "../platform/settings.ts";
import { Journal } from "./journal.ts";
import type { CreateRequest, EpisodeQuery, StepCall, Text } from "./messages.ts";
import { LiveEpisode, LiveTask } from "./live.ts";
import { episodeReply, stateView, stepReply, trajectoryView } from "./replies.ts";

/** One catalog per isolate, so that its caches are shared by all objects in it. */
const catalogs = new WeakMap<D1Database, Catalog>();
function catalogOf(db: D1Database): Catalog {
  const known = catalogs.get(db) ?? new D1Catalog(db);
  catalogs.set(db, known);
  return known;
}

export class EpisodeObject extends DurableObject<Env> {
  readonly #journal = new Journal(this.ctx.storage);
  #live: LiveTask | null = null;

  /** Rule EN1, EP5. Makes the task and its episodes; the same request again gets the same episodes. */
  async create(request: CreateRequest): Promise<Reply<Text>> {
    return this.#reply(async () => {
      const before = this.#load();
      if (before !== null) return this.#created(before, request.requestHash);
      const environment = environmentById(request.key.env);
      if (environment === undefined) return fail("unknown_environment", `there is no environment ${request.key.env}`);
      const catalog = catalogOf(this.env.DB);
      const info = await catalog.info();
      const task = await makeTask(environment, { ...request.key, envVersion: environment.version, catalogVersion: info.version }, catalog, info, productTypeById);
      const raced = this.#load();
      if (raced !== null) return this.#created(raced, request.requestHash);
      const createdAt = Date.now();
      const episodes = Array.from({ length: request.count }, (_, number) => ({ number, owner: request.owner, run: request.run, onInvalid: request.onInvalid, metadata: request.metadata, createdAt }));
      const creation = { requestHash: request.requestHash, task, episodes };
      this.#journal.create(creation);
      this.#live = new LiveTask({ creation, entries: new Map(episodes.map(({ number }) => [number, []])) }, setTable(environment, task, productTypeById));
      await this.ctx.storage.setAlarm(createdAt + 1000 * settingsOf(this.env).IDLE_LIMIT_SECONDS);
      return this.#created(this.#live, request.requestHash);
    });
  }

  /** Rule EP2, EP8. Takes one step, once. */
  async step(call: StepCall): Promise<Reply<Text>> {
    return this.#reply(async () => {
      const found = this.#find(call);
      if (!found.ok) return found;
      const { live, episode } = found.value;
      const requestHash = digest(call.body);
      const settled = episode.settled(call, requestHash);
      if (settled !== null) return settled.ok ? { ok: true, value: stepReply(this.#id, live, episode, settled.value) } : settled;
      const flight = episode.inFlight;
      if (flight !== null) {
        const same = flight.requestHash === requestHash && flight.key === call.key && (call.key !== null || call.turn !== null);
        return same ? flight.reply : fail("step_in_progress", `a step at turn ${episode.state.turn} is being taken`, { turn: episode.state.turn });
      }
      const reply = this.#take(live, episode, call, requestHash);
      episode.inFlight = { requestHash, key: call.key, reply };
      try {
        return await reply;
      } finally {
        episode.inFlight = null;
      }
    });
  }

  async #take(live: LiveTask, episode: LiveEpisode, call: StepCall, requestHash: string): Promise<Reply<Text>> {
    const body = JSON.parse(call.body) as { action?: unknown; message?: unknown };
    let outcome: ReturnType<typeof advance>;
    try {
      const gathered = await gatherFacts(live.table, { body, onInvalid: episode.row.onInvalid }, catalogOf(this.env.DB));
      if (episode.state.ending !== null) return fail("episode_over", `the episode ended: ${episode.state.ending.reason}`, { turn: episode.state.turn });
      outcome = advance(live.table, episode.state, gathered);
    } catch (error) {
      episode.faults += 1;
      throw error;
    }
    const entry = { turn: episode.state.turn, key: call.key, requestHash, at: Date.now(), action: outcome.action, changes: outcome.changes, reply: outcome.reply };
    this.#append(episode, entry);
    return { ok: true, value: stepReply(this.#id, live, episode, outcome.reply) };
  }

  async view(query: EpisodeQuery): Promise<Reply<Text>> {
    return this.#reply(async () => {
      const found = this.#find(query, true);
      return found.ok ? { ok: true, value: stateView(this.#id, found.value.live, found.value.episode, query.reveal, this.#deadline(found.value.episode)) } : found;
    });
  }

  async trajectory(query: EpisodeQuery): Promise<Reply<Text>> {
    return this.#reply(async () => {
      const found = this.#find(query, true);
      return found.ok ? { ok: true, value: trajectoryView(this.#id, found.value.live, found.value.episode) } : found;
    });
  }

  /** Ends an episode without a grade; ending it again changes nothing. */
  async abandon(query: EpisodeQuery): Promise<Reply<Text>> {
    return this.#reply(async () => {
      const found = this.#find(query, true);
      if (!found.ok) return found;
      const { live, episode } = found.value;
      if (episode.state.ending === null) this.#end(episode, "abandoned");
      return { ok: true, value: stateView(this.#id, live, episode, false, this.#deadline(episode)) };
    });
  }

  /** Rule EP10. Expires what idled too long, purges when all is over; may come late or twice. */
  override async alarm(): Promise<void> {
    const live = this.#load();
    if (live === null) return;
    const now = Date.now();
    for (const episode of live.episodes) this.#expire(episode, now);
    const { PURGE_AFTER_SECONDS } = settingsOf(this.env);
    const due = live.episodes.map((episode) => (episode.state.ending === null ? this.#deadline(episode) : episode.touchedAt + 1000 * PURGE_AFTER_SECONDS));
    if (live.episodes.every((episode) => episode.state.ending !== null) && Math.max(...due) <= now) {
      this.#live = null;
      await this.ctx.storage.deleteAll();
      return;
    }
    await this.ctx.storage.setAlarm(Math.max(now + 1000, live.episodes.every((episode) => episode.state.ending !== null) ? Math.max(...due) : Math.min(...due.filter((time) => time > now))));
  }

  get #id(): { objectId: string; key: string; idleSeconds: number } {
    const settings = settingsOf(this.env);
    return { objectId: this.ctx.id.toString(), key: settings.SIGNING_KEY, idleSeconds: settings.IDLE_LIMIT_SECONDS };
  }

  #load(): LiveTask | null {
    if (this.#live !== null) return this.#live;
    const loaded = this.#journal.load();
    if (loaded === null) return null;
    const environment = environmentById(loaded.creation.task.key.env);
    if (environment === undefined) throw new Error(`environment ${loaded.creation.task.key.env} is gone`);
    this.#live = new LiveTask(loaded, setTable(environment, loaded.creation.task, productTypeById));
    return this.#live;
  }

  #created(live: LiveTask, requestHash: string): Reply<Text> {
    if (live.creation.requestHash !== requestHash) return fail("idempotency_conflict", "the key was used for another request");
    return { ok: true, value: JSON.stringify(live.episodes.map((episode) => episodeReply(this.#id, live, episode))) };
  }

  /** An owner's episode; `evenIfExpired` for reading and ending. */
  #find(query: { number: number; owner: string }, evenIfExpired = false): Reply<{ live: LiveTask; episode: LiveEpisode }> {
    const live = this.#load();
    if (live === null) return fail("episode_purged", "the episode was purged after its end");
    const episode = live.episodes[query.number];
    if (episode === undefined || episode.row.owner !== query.owner) return fail("episode_not_found", "there is no such episode");
    this.#expire(episode, Date.now());
    if (!evenIfExpired && episode.state.ending?.reason === "expired") return fail("episode_expired", `the episode expired at turn ${episode.state.turn}, idle since ${new Date(episode.touchedAt).toISOString()}`, { turn: episode.state.turn });
    return { ok: true, value: { live, episode } };
  }

  #deadline(episode: LiveEpisode): number {
    return episode.touchedAt + 1000 * settingsOf(this.env).IDLE_LIMIT_SECONDS;
  }

  #expire(episode: LiveEpisode, now: number): void {
    if (episode.state.ending === null && this.#deadline(episode) <= now) this.#end(episode, "expired");
  }

  #end(episode: LiveEpisode, reason: "expired" | "abandoned"): void {
    const changes: Change[] = [{ kind: "ended", ending: { reason, reward: null, success: false, breakdown: null } }];
    this.#append(episode, { turn: -1, key: null, requestHash: "", at: Date.now(), action: null, changes, reply: null });
  }

  #append(episode: LiveEpisode, entry: Parameters<LiveEpisode["add"]>[0]): void {
    this.#journal.append(episode.row.number, episode.length, entry);
    episode.add(entry);
  }

  /** Rule EP9. A coded failure passes; anything else is ours: logged with its stack, answered as retryable, nothing counted. */
  async #reply(work: () => Promise<Reply<Text>>): Promise<Reply<Text>> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RlveError) return { ok: false, error: error.failure };
      console.error("episode object failed", error);
      const down = error instanceof Error && /D1_|database|network|storage/i.test(error.message);
      return fail(down ? "upstream_unavailable" : "internal", down ? "the catalog did not answer" : "the service failed; the episode is as it was before");
    }
  }
}

