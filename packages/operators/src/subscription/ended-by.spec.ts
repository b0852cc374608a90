import { throwError } from 'rxjs';
import { describe, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { endedBy } from './ended-by.js';

describe('endedBy', () => {
  it(
    'ends with the first sign',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './ended-by.ts', ['source', 'end', 'result']);
      const end = m.cold(rows.end);
      m.expect(m.cold(rows.source).pipe(endedBy(end))).toBeObservable(rows.result);
    }),
  );

  it(
    'ends with the first sign, and closes both',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a--b--c-');
        const end      = m.cold('-----x-y-');
        const expected =        '-a--b|';
        m.expect(source.pipe(endedBy(end))).toBeObservable(expected);
        m.expect(source).toHaveSubscriptions('^----!');
        m.expect(end).toHaveSubscriptions('^----!');
      }
    }),
  );

  it(
    'ends with the source, in either way, and when it is unsubscribed',
    marbles((m) => {
      // prettier-ignore
      {
        const end = m.cold('------x');
        m.expect(m.cold('-a-|').pipe(endedBy(end))).toBeObservable('-a-|');
        m.expect(m.cold('-a-#').pipe(endedBy(end))).toBeObservable('-a-#');
        m.expect(m.cold('-a--').pipe(endedBy(end)), '^-!').toBeObservable('-a-');
        m.expect(end).toHaveSubscriptions(['^--!', '^--!', '^-!']);
      }
    }),
  );

  it(
    'goes on where no sign can come any more',
    marbles((m) => {
      m.expect(m.cold('-a-b|').pipe(endedBy(m.cold('--|')))).toBeObservable('-a-b|');
    }),
  );

  it(
    'leaves the source alone where the end is there already, and gives its failure',
    marbles((m) => {
      const source = m.cold('-a-');
      m.expect(source.pipe(endedBy(throwError(() => new TypeError('end'))))).toBeObservable(
        '#',
        {},
        new TypeError('end'),
      );
      m.expect(source).toHaveSubscriptions([]);
    }),
  );
});
