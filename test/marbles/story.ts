import { expect } from 'vitest';

import { type Pipe } from './pipe.js';
import { type Situation, replay } from './replay.js';

/** One story: what happens to a pipe, and what must be seen. `tell` throws where it is not. */
export interface Story {
  /** The row or case that it is about, and what it says. */
  readonly name: string;
  readonly tell: (pipe: Pipe) => void;
  /** It takes long to tell, so that it is told after the others where one is enough. */
  readonly slow?: true;
}

/** A story as data. */
export interface Told extends Situation {
  /** When and what must be asked, all of it and in order. */
  readonly requests: readonly string[];
  /** When and what must be emitted, all of it and in order; left out where the requests are the point; lines, or matchers of lines. */
  readonly snapshots?: readonly unknown[];
  /** Default `'open'`: the stream neither fails nor completes. */
  readonly outcome?: string;
}

/** A story from data, or from a function that looks for itself. */
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
