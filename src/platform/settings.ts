/** The deployment's settings, parsed once from its variables and secrets. */
import { z } from "zod";

/** Used where no secret is set; episode ids then protect against mistakes, not against forgers. */
const LOCAL_SIGNING_KEY = "local-development-only";

const Settings = z.object({
  /** Signs episode ids. A secret in production. */
  SIGNING_KEY: z.string().min(16).default(LOCAL_SIGNING_KEY),
  /** Seconds after which an idle episode expires. */
  IDLE_LIMIT_SECONDS: z.coerce.number().int().min(60).max(86_400).default(3600),
  /** Seconds after its end at which an episode is purged. */
  PURGE_AFTER_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(30 * 86_400)
    .default(86_400),
});
export type Settings = z.infer<typeof Settings>;

const parsed = new WeakMap<object, Settings>();

/** The settings of a set of bindings. Throws when one of them is malformed. */
export function settingsOf(env: object): Settings {
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const fresh = Settings.parse(env);
  parsed.set(env, fresh);
  return fresh;
}
