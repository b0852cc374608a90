import { type CacheSnapshot, type KubeObject } from 'rxkube';

import { type Counts } from './counts.js';
import { type Story } from './story.js';

/** The state of the run at one moment. */
export interface Frame {
  /** Seconds since the beginning. */
  readonly elapsed: number;
  readonly snapshot: CacheSnapshot<KubeObject> | undefined;
  readonly counts: Counts;
  readonly eventsPerSecond: number;
  readonly story: Story;
  /** Milliseconds until the next try, while the copy waits for one. */
  readonly retryInMs: number | undefined;
  readonly marbles: string;
  /** The last accident of the embedded server. */
  readonly accident: string;
}

/** How the run went. */
export interface Verdict {
  readonly inStep: boolean;
  /** Objects of the copy. */
  readonly objects: number;
  /** Objects of a fresh list, and how many of them the copy shows as they are. Absent if no list came. */
  readonly compared: { readonly listed: number; readonly equal: number } | undefined;
  readonly counts: Counts;
  /** The condition that was still missing when the time was over. */
  readonly waitedFor: string | undefined;
}

/** Shows a run. */
export interface Report {
  /** Milliseconds between two frames. */
  readonly period: number;
  show(frame: Frame): void;
  end(verdict: Verdict): void;
}

/** The last lines of a run. */
export function lastLines(verdict: Verdict): string {
  const { inStep, objects, compared, counts, waitedFor } = verdict;
  const { events, bookmarks, resumes, relists } = counts;

  return [
    ...(waitedFor === undefined ? [] : [`gave up waiting for ${waitedFor}`]),
    ...(compared === undefined
      ? []
      : [`${String(compared.equal)} of ${String(compared.listed)} objects equal a fresh list`]),
    `in step: ${String(inStep)}, objects=${String(objects)}, events=${String(events)}, bookmarks=${String(bookmarks)}, resumes=${String(resumes)}, relists=${String(relists)}`,
  ].join('\n');
}
