import { type Observable, asyncScheduler, map } from 'rxjs';
import { describe, it } from 'vitest';

import { bytes } from '../../../../test/laws/kube.js';
import { marbles } from '../../../../test/support/marbles.js';
import { beginning } from './beginning.js';

/** The received bytes, as text. */
function textOf(...args: Parameters<typeof beginning>): Observable<string> {
  return beginning(...args).pipe(map((bytes) => new TextDecoder().decode(bytes)));
}

const values = { a: bytes('ab'), b: bytes('cd'), h: bytes('h\u00e9').subarray(0, 2) };

describe('beginning', () => {
  it(
    'is the whole of a short body',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-a-b-|        ', values);
        const expected =        '-----(t|)      ';
        m.expect(textOf(body, 10, asyncScheduler)).toBeObservable(expected, { t: 'abcd' });
        m.expect(body).toHaveSubscriptions('^----!');
      }
    }),
  );

  it(
    'stops reading where it has enough',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-a-b-a-b-a-b', values);
        const expected =        '---(t|)';
        m.expect(textOf(body, 3, asyncScheduler)).toBeObservable(expected, { t: 'abc' });
        m.expect(body).toHaveSubscriptions('^--!');
      }
    }),
  );

  it(
    'is what came before the body broke',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-a-#   ', values);
        const expected =        '---(t|)';
        m.expect(textOf(body, 10, asyncScheduler)).toBeObservable(expected, { t: 'ab' });
        m.expect(body).toHaveSubscriptions('^--!');
      }
    }),
  );

  it(
    'is empty for an empty body',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('--|    ');
        const expected =        '--(t|)';
        m.expect(textOf(body, 10, asyncScheduler)).toBeObservable(expected, { t: '' });
        m.expect(body).toHaveSubscriptions('^-!');
      }
    }),
  );

  it(
    'waits 5 s for a body that has no end',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-a', values);
        const expected =        '5s (t|)';
        m.expect(textOf(body, 10, asyncScheduler)).toBeObservable(expected, { t: 'ab' });
        m.expect(body).toHaveSubscriptions('^ 4999ms !');
      }
    }),
  );

  it(
    'does not mind a character that is cut',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-h|    ', values);
        const expected =        '--(t|)';
        m.expect(textOf(body, 10, asyncScheduler)).toBeObservable(expected, { t: 'h\ufffd' });
        m.expect(body).toHaveSubscriptions('^-!');
      }
    }),
  );

  it(
    'releases the body after an unsubscription',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-a-', values);
        const unsub    =        '^-!';
        const expected =        '---';
        m.expect(textOf(body, 10, asyncScheduler), unsub).toBeObservable(expected);
        m.expect(body).toHaveSubscriptions(unsub);
      }
    }),
  );
});
