import { listCompleted, listStarted, listed, interrupted, configMap } from '@rxkube/testing';
import { type ConfigMap, StatusError } from '@rxkube/protocol';
import { describe, it, vi } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type SyncEvent } from '../sync-event.js';
import { fallBackTo } from './fall-back-to.js';
import { type Move } from './next-move.js';
import { Pace } from './pace.js';

const NAMES = ['stream', 'pages', 'result'] as const;
const refusal = new StatusError({ code: 422, reason: 'Invalid', serverMessage: '' });
const events: Readonly<Record<string, SyncEvent<ConfigMap>>> = {
  s: listStarted(),
  A: listed([configMap('a@u1/7')]),
  L: listed([configMap('a@u1/8')]),
  c: listCompleted('10'),
  i: interrupted(refusal, 4),
};

/** A pace that has judged the refusal. */
function judged(move: Move): Pace {
  const pace = new Pace({}, true);
  pace.keepVerdict(refusal, move);

  return pace;
}

describe('fallBackTo', () => {
  it(
    'lists in pages at once',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './fall-back-to.ts', NAMES);
      const stream = m.cold(rows.stream, events, refusal);
      const pages = m.cold(rows.pages, events);
      m.expect(stream.pipe(fallBackTo(pages, { pace: judged('fallBack') }))).toBeObservable(
        rows.result,
        events,
      );
    }),
  );

  it(
    'lists in pages later if the retry budget is spent',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './fall-back-to.ts', NAMES, 1);
      const stream = m.cold(rows.stream, events, refusal);
      const pages = m.cold(rows.pages, events);
      const pace = judged('fallBack');
      vi.spyOn(pace, 'delayBeforeOtherList').mockReturnValue(4);
      m.expect(stream.pipe(fallBackTo(pages, { pace }))).toBeObservable(rows.result, events);
    }),
  );

  it(
    'passes other failures on',
    marbles((m) => {
      for (const error of [refusal, new TypeError('thrown by user code')]) {
        const stream = m.cold('sA-#', events, error);
        const pages = m.cold('sLLc|', events);
        m.expect(stream.pipe(fallBackTo(pages, { pace: judged('again') }))).toBeObservable(
          'sA-#',
          events,
          error,
        );
        m.expect(pages).toHaveSubscriptions([]);
      }
    }),
  );
});
