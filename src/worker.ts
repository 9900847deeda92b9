export default { fetch: () => new Response("x") };
import { DurableObject } from "cloudflare:workers"; export class EpisodeObject extends DurableObject {}
