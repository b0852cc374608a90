import { describe, expect, it } from 'vitest';

import { version } from '../../../../test/laws/kube.js';
import { NEW_CURSOR, type WatchEnd, afterWatch } from './cursor.js';

const ten = version(10);
const short: WatchEnd = { end: 'short' };
const clean: WatchEnd = { end: 'clean' };
const failure: WatchEnd = { end: 'failure' };
const serverFailure: WatchEnd = { end: 'serverFailure', at: ten };

describe('afterWatch', () => {
  it.each<{ name: string; ends: readonly WatchEnd[]; counts: readonly [number, number] }>([
    { name: 'counts short watches in a row', ends: [short, short], counts: [2, 0] },
    { name: 'begins again after a failure', ends: [short, failure, short], counts: [1, 0] },
    {
      name: 'counts failures of the server at one version',
      ends: [serverFailure, failure, short, serverFailure],
      counts: [0, 2],
    },
    {
      name: 'begins again at another version',
      ends: [serverFailure, serverFailure, { end: 'serverFailure', at: version(11) }],
      counts: [0, 1],
    },
    {
      name: 'forgets everything with a clean end',
      ends: [serverFailure, short, clean],
      counts: [0, 0],
    },
  ])('$name', ({ ends, counts }) => {
    const { shortWatches, serverFailures } = ends.reduce(afterWatch, NEW_CURSOR);

    expect([shortWatches, serverFailures]).toEqual(counts);
  });
});
