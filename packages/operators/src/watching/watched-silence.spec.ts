import { watchRequest, configMaps, resourceVersion } from '@rxkube/protocol';
import { asyncScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { jumping } from '../../../../test/support/jumping.js';
import { marbles } from '../../../../test/support/marbles.js';
import { LearnedSilence, collectionOf } from './learned-silence.js';
import { WatchedSilence } from './watched-silence.js';

const request = watchRequest(
  { resource: configMaps },
  { resourceVersion: resourceVersion('10'), timeoutSeconds: 270 },
);
const chunks = { a: new Uint8Array(1), b: new Uint8Array(2) };
const shortest = (): number => 0;

function watched(learned = new LearnedSilence(), scheduler = asyncScheduler): WatchedSilence {
  return new WatchedSilence(learned, request, scheduler, shortest);
}

describe('WatchedSilence', () => {
  it(
    'ends a watch without a byte, and remembers it',
    marbles((m) => {
      const learned = new LearnedSilence();
      const rows = diagramOf(import.meta.url, './watched-silence.ts', ['source', 'result']);
      const source = m.cold(rows.source, chunks);
      m.expect(source.pipe(watched(learned).bound)).toBeObservable(rows.result, chunks);
      m.expect(source).toHaveSubscriptions('^ 95s !');
      m.flush();

      expect(learned.takeSuspicion(collectionOf(request))).toBe(75_000);
    }),
  );

  it(
    'ends and fails with its source',
    marbles((m) => {
      for (const row of ['-a|', '-a#', '|', '#']) {
        m.expect(m.cold(row, chunks).pipe(watched().bound)).toBeObservable(row, chunks);
      }
    }),
  );

  it(
    'lets a process that was busy read first',
    marbles((m) => {
      // The look at 75 s comes five seconds late, and the bytes of that time half a second after it.
      const busy = jumping([70_000, 5_000]);
      const source = m.cold('75500ms a', chunks);
      m.expect(
        source.pipe(new WatchedSilence(new LearnedSilence(), request, busy, shortest).bound),
        '^ 80s !',
      ).toBeObservable('75500ms a', chunks);
    }),
  );

  it.each([
    ['by silence', undefined, 150_000],
    ['by a bookmark', { type: 'BOOKMARK' }, 150_000],
    ['by an event', { type: 'MODIFIED' }, 75_000],
  ])('learns from a next watch that proves itself %s', (_, first, limit) => {
    const learned = new LearnedSilence();
    learned.recordSilence(collectionOf(request), 75_000);
    watched(learned).recordProof(first);

    expect(learned.limitOf(shortest)).toBe(limit);
  });

  it('learns nothing from a watch that follows an ordinary end', () => {
    const learned = new LearnedSilence();
    watched(learned).recordProof();

    expect(learned.limitOf(shortest)).toBe(75_000);
  });
});
