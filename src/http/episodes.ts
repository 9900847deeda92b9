/** From HTTP requests to episode objects: addresses, resets, steps. */
import { fail, type Reply, RlveError } from "../core/errors.ts";
import { canonicalJson, digest } from "../core/hash.ts";
import { ENVIRONMENTS } from "../envs/index.ts";
import type { EpisodeObject } from "../objects/episode-object.ts";
import type { StepCall } from "../objects/messages.ts";
import { Known } from "../platform/lru.ts";
import { settingsOf } from "../platform/settings.ts";
import { decodeEpisodeId, type EpisodeAddress } from "../protocol/episode-id.ts";
import { LIMITS, type ResetRequest, type StepRequest } from "../protocol/wire.ts";
import { type AppContext, ownerOf } from "./context.ts";

/** Ids remembered per isolate. */
const KNOWN_IDS = 8192;

type Stub = DurableObjectStub<EpisodeObject>;

/** An episode's object, and which of the object's episodes it is. */
export interface Addressed {
  readonly stub: Stub;
  readonly address: EpisodeAddress;
}

/** Where an id leads. */
interface Place {
  readonly address: EpisodeAddress;
  readonly object: DurableObjectId;
}

/** Ids that were found to be ours, so that a signature is checked once an isolate and not once a step. */
const places = new Known<Place>(KNOWN_IDS);

/** The object of an episode id. Throws `invalid_episode_id` without touching an object. */
export function addressed(c: AppContext, id: string): Addressed {
  const key = settingsOf(c.env).SIGNING_KEY;
  const name = `${key}/${id}`;
  const { address, object } = places.get(name) ?? places.set(name, placeOf(c, id, key));
  return { stub: c.env.EPISODES.get(object), address };
}

function placeOf(c: AppContext, id: string, key: string): Place {
  const address = decodeEpisodeId(id, key);
  if (address === null) throw notOurs();
  return { address, object: objectIdOf(c.env.EPISODES, address.objectId) };
}

/** The platform itself refuses ids of objects of another kind or place. */
function objectIdOf(objects: Env["EPISODES"], text: string): DurableObjectId {
  try {
    return objects.idFromString(text);
  } catch {
    throw notOurs();
  }
}

const notOurs = (): RlveError =>
  new RlveError("invalid_episode_id", "the id was not made by this service, or was cut or changed on its way", [
    { path: "episode_id", message: "malformed or unsigned", allowed: "the episode_id of a reset reply, unchanged" },
  ]);

/** A call of an object. One that was reset or is overloaded throws: the same call can be made again. */
export async function called<T>(call: Promise<Reply<T>>): Promise<Reply<T>> {
  try {
    return await call;
  } catch (error) {
    console.error("an episode object did not answer", error);
    return fail("upstream_unavailable", "the episode's object did not answer; send the same request again, with its turn or key");
  }
}

/** Rule EN1, WR8. Makes `count` episodes of one task; with a key, the same ones again for the same request. */
export async function create(c: AppContext, reset: ResetRequest, count: number, key: string | null): Promise<Reply<string>> {
  const labels = JSON.stringify(reset.metadata ?? {});
  if (labels.length > LIMITS.metadataBytes)
    throw new RlveError("invalid_request", "metadata is too large", [
      { path: "metadata", message: "too large", allowed: `at most ${LIMITS.metadataBytes} characters of JSON` },
    ]);
  if (!ENVIRONMENTS.some((environment) => environment.id === reset.env)) {
    throw new RlveError("invalid_request", `there is no environment ${JSON.stringify(reset.env.slice(0, 64))}`, [
      { path: "env", message: "unknown environment", allowed: ENVIRONMENTS.map((one) => one.id).join(", ") },
    ]);
  }
  const owner = ownerOf(c);
  const id = key === null ? c.env.EPISODES.newUniqueId() : c.env.EPISODES.idFromName(digest(canonicalJson([owner, key])));
  const seed = reset.seed ?? freshSeed();
  const stub = c.env.EPISODES.get(id);
  return called(
    stub.create({
      owner,
      run: null,
      count,
      onInvalid: reset.on_invalid ?? "fail",
      metadata: reset.metadata ?? null,
      requestHash: digest(canonicalJson({ count, reset })),
      key: {
        env: reset.env,
        difficulty: reset.difficulty ?? 0,
        axes: reset.axes ?? {},
        seed: String(seed),
        split: reset.split ?? "train",
        language: reset.language ?? "en",
      },
    }) as Promise<Reply<string>>,
  );
}

/** A seed for a reset that names none; the reply says which. */
function freshSeed(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/** A step as its object takes it. Throws when the body is neither of the forms. */
export function stepCall(c: AppContext, { stub, address }: Addressed, request: StepRequest, key: string | null): { stub: Stub; call: StepCall } {
  if ((request.action === undefined) === (request.message === undefined)) {
    throw new RlveError("invalid_request", "one of action and message is needed", [
      { path: "action", message: request.action === undefined ? "missing" : "given together with message", allowed: "either action or message" },
    ]);
  }
  const { turn, ...body } = request;
  return { stub, call: { number: address.number, owner: ownerOf(c), turn: turn ?? null, key, body: JSON.stringify(body) } };
}
