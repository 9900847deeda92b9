/** Holds the episodes of one task. Loads, calls the core, appends to the journal, replies; decides nothing. */
import { DurableObject } from "cloudflare:workers";
import { productTypeById } from "../catalog/types/index.ts";
import { fail, type Reply } from "../core/errors.ts";
import { canonicalJson, digest } from "../core/hash.ts";
import { environmentById } from "../envs/index.ts";
import { makeTask } from "../envs/make-task.ts";
import { advance, gatherFacts, type StepInput } from "../envs/play.ts";
import { settingsOf } from "../platform/settings.ts";
import { catalogOf } from "./catalog.ts";
import { guarded } from "./guard.ts";
import { type Found, Holding } from "./holding.ts";
import type { Entry } from "./journal.ts";
import { deadlineOf, nextAlarm } from "./lifetime.ts";
import type { LiveTask } from "./live.ts";
import type { CreateRequest, EpisodeQuery, StepCall, Text } from "./messages.ts";
import { type Address, episodeReply, stateView, stepReply, trajectoryView } from "./replies.ts";

export class EpisodeObject extends DurableObject<Env> {
  readonly #settings = settingsOf(this.env);
  readonly #holding = new Holding(this.ctx.storage, this.#settings);

  /** Rule EN1, EP5. Makes the task and its episodes; the same request again gets the same episodes. */
  create(request: CreateRequest): Promise<Reply<Text>> {
    return guarded(async () => {
      const before = this.#holding.load();
      if (before !== null) return this.#created(before, request.requestHash);
      const environment = environmentById(request.key.env);
      if (environment === undefined) return fail("unknown_environment", `there is no environment ${request.key.env}`);
      const catalog = catalogOf(this.env);
      const info = await catalog.info();
      const task = await makeTask(
        environment,
        { ...request.key, envVersion: environment.version, catalogVersion: info.version },
        catalog,
        info,
        productTypeById,
      );
      const raced = this.#holding.load();
      if (raced !== null) return this.#created(raced, request.requestHash);
      const { owner, run, onInvalid, metadata, requestHash, count } = request;
      const createdAt = Date.now();
      const episodes = Array.from({ length: count }, (_, number) => ({ number, owner, run, onInvalid, metadata, createdAt }));
      const live = this.#holding.create({ requestHash, task, episodes });
      await this.ctx.storage.setAlarm(nextAlarm(live.episodes, this.#settings));
      return this.#created(live, requestHash);
    });
  }

  /** Rule EP2, EP8. Takes one step, once. */
  step(call: StepCall): Promise<Reply<Text>> {
    return guarded(async () => {
      const found = this.#holding.find(call, Date.now(), false);
      if (!found.ok) return found;
      const { live, episode } = found.value;
      const body = JSON.parse(call.body) as StepInput["body"];
      const requestHash = digest(canonicalJson(body));
      const settled = episode.settled(call, requestHash);
      if (settled !== null) return settled.ok ? { ok: true, value: stepReply(this.#address, live, episode, settled.value) } : settled;
      const flight = episode.inFlight;
      if (flight !== null) {
        const same = flight.requestHash === requestHash && flight.key === call.key && (call.key !== null || call.turn !== null);
        return same ? flight.reply : fail("step_in_progress", `a step at turn ${episode.state.turn} is being taken`, { turn: episode.state.turn });
      }
      const reply = this.#take(found.value, body, { key: call.key, requestHash });
      episode.inFlight = { requestHash, key: call.key, reply };
      try {
        return await reply;
      } finally {
        episode.inFlight = null;
      }
    });
  }

  /** Many steps of the episodes here; those of one episode in the order given. */
  steps(calls: readonly StepCall[]): Promise<Reply<Text>[]> {
    const last = new Map<number, Promise<unknown>>();
    const replies = calls.map((call) => {
      const reply = (last.get(call.number) ?? Promise.resolve()).then(() => this.step(call));
      last.set(call.number, reply);
      return reply;
    });
    return Promise.all(replies);
  }

  view(query: EpisodeQuery): Promise<Reply<Text>> {
    return this.#read(query, ({ live, episode }) => stateView(this.#address, live, episode, query.reveal, deadlineOf(episode, this.#settings)));
  }

  trajectory(query: EpisodeQuery): Promise<Reply<Text>> {
    return this.#read(query, ({ live, episode }) => trajectoryView(this.#address, live, episode));
  }

  /** Ends an episode without a grade; ending it again changes nothing. */
  abandon(query: EpisodeQuery): Promise<Reply<Text>> {
    return this.#read(query, ({ live, episode }) => {
      if (episode.state.ending === null) this.#holding.end(episode, "abandoned", Date.now());
      return stateView(this.#address, live, episode, false, deadlineOf(episode, this.#settings));
    });
  }

  /** Rule EP10. Expires what idled too long, purges when all is over; may come late or twice. */
  override async alarm(): Promise<void> {
    const live = this.#holding.load();
    if (live === null) return;
    const now = Date.now();
    for (const episode of live.episodes) this.#holding.expire(episode, now);
    if (this.#holding.purgeIsDue(live, now)) await this.#holding.purge();
    else await this.ctx.storage.setAlarm(nextAlarm(live.episodes, this.#settings));
  }

  /** Rule AR4. Between gathering and deciding others may have come: the end is looked for again, in one go with the decision. */
  async #take({ live, episode }: Found, body: StepInput["body"], { key, requestHash }: Pick<Entry, "key" | "requestHash">): Promise<Reply<Text>> {
    const { turn } = episode.state;
    try {
      const gathered = await gatherFacts(live.table, { body, onInvalid: episode.row.onInvalid }, catalogOf(this.env));
      if (episode.state.ending !== null) return fail("episode_over", `the episode ended: ${episode.state.ending.reason}`, { turn });
      const { action, changes, reply } = advance(live.table, episode.state, gathered);
      this.#holding.append(episode, { turn, key, requestHash, at: Date.now(), action, changes, reply });
      return { ok: true, value: stepReply(this.#address, live, episode, reply) };
    } catch (error) {
      this.#holding.fault(episode, turn);
      throw error;
    }
  }

  get #address(): Address {
    return { objectId: this.ctx.id.toString(), key: this.#settings.SIGNING_KEY, idleSeconds: this.#settings.IDLE_LIMIT_SECONDS };
  }

  #created(live: LiveTask, requestHash: string): Reply<Text> {
    if (live.creation.requestHash !== requestHash) return fail("idempotency_conflict", "the key was used for another request");
    return { ok: true, value: JSON.stringify(live.episodes.map((episode) => episodeReply(this.#address, live, episode))) };
  }

  #read(query: EpisodeQuery, show: (found: Found) => Text): Promise<Reply<Text>> {
    return guarded(async () => {
      const found = this.#holding.find(query, Date.now(), true);
      return found.ok ? { ok: true, value: show(found.value) } : found;
    });
  }
}
