/** What passes between the HTTP routes and the episode object: plain data. */

import type { TaskKey } from "../core/task.ts";
import type { Episode } from "../protocol/wire.ts";

/** A trainer's labels. */
export type Metadata = NonNullable<Episode["metadata"]>;

/** Makes the episodes of one task in a fresh object, or finds them again. */
export interface CreateRequest {
  readonly owner: string;
  readonly run: string | null;
  readonly key: Omit<TaskKey, "envVersion" | "catalogVersion">;
  readonly count: number;
  readonly onInvalid: "fail" | "observe";
  readonly metadata: Metadata | null;
  /** Digest of the request as it was sent, for idempotency. */
  readonly requestHash: string;
}

export interface StepCall {
  readonly number: number;
  readonly owner: string;
  readonly turn: number | null;
  readonly key: string | null;
  /** JSON of `{action}` or `{message}`: text, since values of any shape pass an object's door badly. */
  readonly body: string;
}

export interface EpisodeQuery {
  readonly number: number;
  readonly owner: string;
  /** Whether to show the hidden goal and slots while the episode is live. */
  readonly reveal: boolean;
}

/** Replies are JSON text, made once. */
export type Text = string;
