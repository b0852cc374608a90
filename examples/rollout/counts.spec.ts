import { ProtocolError, type SyncEvent, pods, resourceVersion } from 'rxkube';
import { objectOf } from '@rxkube/testing';
import { describe, expect, it } from 'vitest';

import { NOTHING_YET, counted } from './counts.js';

const object = objectOf(pods)('a@u1/7');
const reason = new ProtocolError({ rule: 'shortWatch', problem: 'it ended' });
const list: readonly SyncEvent<unknown>[] = [
  { _tag: 'ListStarted' },
  { _tag: 'Listed', objects: [object] },
  { _tag: 'ListCompleted', resourceVersion: resourceVersion('10') },
];

describe('counted', () => {
  it('counts events, bookmarks and watches that go on', () => {
    const events: readonly SyncEvent<unknown>[] = [
      ...list,
      { _tag: 'WatchStarted' },
      { _tag: 'Applied', object },
      { _tag: 'Bookmarked', resourceVersion: resourceVersion('12') },
      { _tag: 'WatchStarted' },
      { _tag: 'Deleted', object },
    ];

    expect(events.reduce(counted, NOTHING_YET)).toMatchObject({
      events: 2,
      bookmarks: 1,
      resumes: 1,
      relists: 0,
    });
  });

  it('counts a list with a reason as a relist, and its first watch not as a resume', () => {
    const again: readonly SyncEvent<unknown>[] = [
      { _tag: 'Interrupted', error: reason, retryInMs: 5 },
      { _tag: 'ListStarted', reason },
      ...list.slice(1),
      { _tag: 'WatchStarted' },
    ];

    expect(
      [...list, { _tag: 'WatchStarted' } as const, ...again].reduce(counted, NOTHING_YET),
    ).toMatchObject({ resumes: 0, relists: 1 });
  });
});
