import { NEVER, concat, of, throwError, timer, ignoreElements, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import {
  type Thing,
  frames,
  list,
  reply,
  reset,
  scripted,
  steady,
  stream,
  tellSnapshot,
  things,
  told,
} from '../../../test/laws/kube.js';
import { marbles } from '../../../test/support/marbles.js';
import { snapshots } from './snapshots.js';

describe('snapshots', () => {
  it(
    'is a live copy of a collection',
    marbles((m) => {
      const cut = concat(
        of(frames('+b@u2/11')),
        timer(50).pipe(ignoreElements()),
        throwError(() => reset()),
      );
      const script = scripted(
        reply(list('10', ['a@u1/7']), { after: 5 }),
        stream(cut),
        stream(concat(of(frames('-a@u1/12')), NEVER)),
      );

      expect(
        told(
          m,
          snapshots<Thing>(script.transport, things, { backOff: steady }),
          tellSnapshot,
          1_000,
        ),
      ).toEqual([
        '0 listing -',
        '5 live 10 a/7 (+a/7)',
        '5 live 11 a/7 b/11 (+b/11)',
        '55 interrupted 11 a/7 b/11 ! TransportError body',
        '155 live 11 a/7 b/11',
        '155 live 12 b/11 (-a/12)',
      ]);
    }),
  );

  it(
    'keeps what it is told to keep',
    marbles((m) => {
      const script = scripted(reply(list('10', ['a@u1/7', 'ns2/b@u2/8'])), NEVER);
      const kept = snapshots(script.transport, things, {
        namespace: 'ns1',
        key: ({ metadata }) => metadata.name,
        transform: ({ metadata }) => metadata.uid,
      }).pipe(map((snapshot) => JSON.stringify([...snapshot.entries()])));

      expect(told(m, kept, String, 10)).toEqual(['0 []', '0 [["a","u1"],["b","u2"]]']);
    }),
  );
});
