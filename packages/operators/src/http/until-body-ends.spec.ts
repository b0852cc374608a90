import { throwError } from 'rxjs';
import { describe, it } from 'vitest';

import { response } from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { untilBodyEnds } from './until-body-ends.js';

describe('untilBodyEnds', () => {
  it(
    'is done with the body, although the connection stays open',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './until-body-ends.ts', [
        'source',
        'read(r)',
        'result',
      ]);
      const body = m.cold(rows['read(r)']);
      const source = m.cold(rows.source, { r: response(body) });
      m.expect(source.pipe(untilBodyEnds(({ body }) => body))).toBeObservable(rows.result);
      m.expect(source).toHaveSubscriptions('^----!');
      m.expect(body).toHaveSubscriptions(' -^---!');
    }),
  );

  it(
    'closes the connection where the body breaks',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('  -a-#');
        const source   = m.cold('-r-----', { r: response(body) });
        const expected =        '--a-#';
        m.expect(source.pipe(untilBodyEnds(({ body }) => body))).toBeObservable(expected);
        m.expect(source).toHaveSubscriptions('^---!');
        m.expect(body).toHaveSubscriptions('-^--!');
      }
    }),
  );

  it(
    'passes on an end, a failure and a silence without a response',
    marbles((m) => {
      for (const source of ['---|', '---#', '----']) {
        const connection = m.cold(source);
        m.expect(connection.pipe(untilBodyEnds(({ body }) => body))).toBeObservable(source);
      }
    }),
  );

  it(
    'closes both when it is unsubscribed',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('  -a-b');
        const source   = m.cold('-r-----', { r: response(body) });
        const unsub    =        '^--!';
        const expected =        '--a';
        m.expect(source.pipe(untilBodyEnds(({ body }) => body)), unsub).toBeObservable(expected);
        m.expect(source).toHaveSubscriptions(unsub);
        m.expect(body).toHaveSubscriptions('-^-!');
      }
    }),
  );

  it(
    'passes on the failure of the reader',
    marbles((m) => {
      const source = m.cold('-r---', { r: response(m.cold('-a')) });
      m.expect(
        source.pipe(untilBodyEnds(() => throwError(() => new TypeError('user')))),
      ).toBeObservable('-#', {}, new TypeError('user'));
      m.expect(source).toHaveSubscriptions('^!');
    }),
  );
});
