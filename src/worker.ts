/** The Worker: the HTTP app and the Durable Object classes, nothing else. */
import { createApp } from "./http/app.ts";

export { EpisodeObject } from "./objects/episode-object.ts";
export default createApp();
