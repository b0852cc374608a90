import { describe, expect, it } from 'vitest';

import { reset, thing, version } from '../../../test/laws/kube.js';
import { positionOf } from './position.js';
import { type SyncEvent } from './sync-event.js';

describe('positionOf', () => {
  it.each<SyncEvent<ReturnType<typeof thing>>>([
    { _tag: 'ListCompleted', resourceVersion: version(10) },
    { _tag: 'Bookmarked', resourceVersion: version(10) },
    { _tag: 'Applied', object: thing('a@u1/10') },
    { _tag: 'Deleted', object: thing('a@u1/10') },
  ])('is where $_tag moves to', (event) => {
    expect(positionOf(event)).toBe('10');
  });

  it.each<SyncEvent<ReturnType<typeof thing>>>([
    { _tag: 'ListStarted' },
    { _tag: 'Listed', objects: [thing('a@u1/10')] },
    { _tag: 'WatchStarted' },
    { _tag: 'Interrupted', error: reset(), retryInMs: 0 },
    { _tag: 'Applied', object: thing('a@u1/') },
    { _tag: 'Applied', object: thing('a@u1/0') },
  ])('is nowhere for %o', (event) => {
    expect(positionOf(event)).toBeUndefined();
  });
});
