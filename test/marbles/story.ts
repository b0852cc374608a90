import { expect } from 'vitest';

import { type Pipe } from './pipe.js';
import { type Situation, replay } from './replay.js';

/** One story: the events of a server, and the record that must follow. `tell` throws if another record follows. */
export interface Story {
  /** The number of its row or case, and a sentence. */
  readonly name: string;
  readonly tell: (pipe: Pipe) => void;
  /** A slow story runs after the others if one failure is enough. */
  readonly slow?: true;
}

/** A story as data. */
export interface Told extends Situation {
  /** All requests in order, each with its time. */
  readonly requests: readonly string[];
  /** All snapshots in order, each with its time, as lines or matchers of lines. Left out if only the requests matter. */
  readonly snapshots?: readonly unknown[];
  /** Default `'open'`: the stream neither fails nor completes. */
  readonly outcome?: string;
}

/** A story from data, or from a function with its own checks. */
export function story(name: string, told: Told | ((pipe: Pipe) => void)): Story {
  return {
    name,
    tell:
      typeof told === 'function'
        ? told
        : (pipe) => {
            const { requests, snapshots, outcome = 'open' } = told;
            const seen = replay(pipe, told);
            expect({
              requests: seen.requests,
              ...(snapshots !== undefined && { snapshots: seen.snapshots }),
              outcome: seen.outcome,
            }).toEqual({ requests, ...(snapshots !== undefined && { snapshots }), outcome });
          },
  };
}

/** Marks a story that takes long. */
export function slow(story: Story): Story {
  return { ...story, slow: true };
}
