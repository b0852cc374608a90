import { objectOf } from '@rxkube/testing';
import {
  type Pod,
  ProtocolError,
  StatusError,
  type SyncEvent,
  TransportError,
  cacheReduce,
  pods,
  resourceVersion,
} from 'rxkube';
import { type Observable, connect, map, merge } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { type Story, story } from './story.js';

const pod = objectOf(pods);
const cut = new TransportError({ phase: 'body', problem: 'reset' });
const away = new TransportError({ phase: 'connect', problem: 'refused' });
const expired = new StatusError({ code: 410, reason: 'Expired', serverMessage: 'too old' });

/** The letters of the diagrams below. */
const EVENTS: Readonly<Record<string, SyncEvent<Pod>>> = {
  s: { _tag: 'ListStarted' },
  S: { _tag: 'ListStarted', reason: expired },
  O: { _tag: 'ListStarted', reason: new ProtocolError({ rule: 'stuckWatch', problem: 'stuck' }) },
  l: { _tag: 'Listed', objects: [pod('a@u1/7'), pod('b@u2/8')] },
  m: { _tag: 'Listed', objects: [pod('b@u2/8'), pod('c@u3/9')] },
  c: { _tag: 'ListCompleted', resourceVersion: resourceVersion('10') },
  w: { _tag: 'WatchStarted' },
  a: { _tag: 'Applied', object: pod('a@u1/12') },
  i: { _tag: 'Interrupted', error: cut, retryInMs: 2_000 },
  j: { _tag: 'Interrupted', error: away, retryInMs: 4_000 },
  x: { _tag: 'Interrupted', error: expired, retryInMs: 500 },
};

function toldOf(marbles: string): readonly Story[] {
  const stories: Story[] = [];
  new TestScheduler(() => undefined).run(({ cold }) => {
    const events$: Observable<SyncEvent<Pod>> = cold(marbles, EVENTS);
    events$
      .pipe(
        connect((shared$) =>
          merge(
            shared$.pipe(map((event) => ({ event }))),
            shared$.pipe(cacheReduce()).pipe(map((snapshot) => ({ snapshot }))),
          ),
        ),
        story(),
      )
      .subscribe((told) => stories.push(told));
  });

  return stories;
}

function sentencesOf(marbles: string): readonly string[] {
  return (toldOf(marbles).at(-1)?.sentences ?? []).map(
    ({ at, text, tone }) => `${at.toFixed(1)} ${tone}: ${text}`,
  );
}

describe('story', () => {
  it('tells a cut and the resume behind it', () => {
    expect(sentencesOf('(slc) 1s w 999ms a 199ms i 2s w')).toEqual([
      '0.0 good: listed 2 objects in 1 page at version 10',
      '2.2 bad: connection cut',
      '4.2 good: resumed at version 12, nothing lost',
    ]);
  });

  it('tells a lost history by the list that mends it, and what the list found', () => {
    expect(sentencesOf('(slc) 1s w 1s x 500ms (Sm) 100ms c 99ms w').slice(1)).toEqual([
      '2.5 bad: history lost (410)',
      '2.6 good: listed again: 1 deletion and 1 other change found',
    ]);
  });

  it('tells the reason of any other relist', () => {
    expect(sentencesOf('(slc)w 1s (Olc)')[1]).toMatch(/^1\.0 bad: .*stuck/u);
  });

  it('tells a failure that repeats once', () => {
    expect(sentencesOf('(slcw) i 1s j 4s j 4s w').map((line) => line.slice(4))).toEqual([
      'good: listed 2 objects in 1 page at version 10',
      'bad: connection cut',
      'bad: the server cannot be reached',
      'good: resumed at version 10, nothing lost',
    ]);
  });

  it('does not tell a watch that ended at its time', () => {
    expect(sentencesOf('(slcw) 3s w 3s w')).toHaveLength(1);
  });

  it('knows the time of the next try while there is one', () => {
    expect(toldOf('(slcw) i 2s w').map(({ retryAt }) => retryAt)).toEqual([
      undefined,
      2_006,
      undefined,
    ]);
  });
});
