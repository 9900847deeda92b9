/** When episodes expire and when their object is purged: read on every access, since alarms may come late or twice. */
import type { Settings } from "../platform/settings.ts";
import type { LiveEpisode } from "./live.ts";

/** When an episode expires if nothing happens, in milliseconds since 1970. */
export function deadlineOf(episode: LiveEpisode, settings: Settings): number {
  return episode.touchedAt + 1000 * settings.IDLE_LIMIT_SECONDS;
}

/** When an object is purged: some time after the last of its episodes ended; null while one is live. */
export function purgeTime(episodes: readonly LiveEpisode[], settings: Settings): number | null {
  if (episodes.some((episode) => episode.state.ending === null)) return null;
  return Math.max(...episodes.map((episode) => episode.touchedAt)) + 1000 * settings.PURGE_AFTER_SECONDS;
}

/** When the object must next look after its episodes. */
export function nextAlarm(episodes: readonly LiveEpisode[], settings: Settings): number {
  const live = episodes.filter((episode) => episode.state.ending === null);
  return purgeTime(episodes, settings) ?? Math.min(...live.map((episode) => deadlineOf(episode, settings)));
}
