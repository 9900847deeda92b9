/** The edge between an object and its callers: no exception crosses it, since its class and code would be lost on the way. */
import { fail, type Reply, RlveError } from "../core/errors.ts";

/** Rule EP9. A coded failure passes; anything else is ours: logged with its stack, answered as retryable, nothing counted. */
export async function guarded<T>(work: () => Promise<Reply<T>>): Promise<Reply<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RlveError) return { ok: false, error: error.failure };
    console.error("episode object failed", error);
    const down = error instanceof Error && /D1_|database|network|storage/i.test(error.message);
    return fail(down ? "upstream_unavailable" : "internal", down ? "the catalog did not answer" : "the service failed; the episode is as it was before");
  }
}
