import { TransportError, listRequest } from '@rxkube/protocol';
import { asyncScheduler } from 'rxjs';
import { describe, it } from 'vitest';

import { things } from '../../../../test/laws/kube.js';
import { marbles } from '../../../../test/support/marbles.js';
import { responseWithin } from './response-within.js';

const request = listRequest({ resource: things }, { at: 'latest', limit: 500 });

describe('responseWithin', () => {
  it(
    'errors where nothing comes in time',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('------r');
        const expected =        '-----#';
        const error    = new TransportError({
          phase: 'headers',
          code: 'ETIMEDOUT',
          request: 'GET /api/v1/things',
          problem: 'no response within 5 ms',
        });
        m.expect(source.pipe(responseWithin(5, request, asyncScheduler))).toBeObservable(expected, {}, error);
        m.expect(source).toHaveSubscriptions('^----!');
      }
    }),
  );

  it(
    'does not bound a response that has begun',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('----r------------');
        const expected =        '----r------------';
        m.expect(source.pipe(responseWithin(5, request, asyncScheduler))).toBeObservable(expected);
        m.expect(source).toHaveSubscriptions('^');
      }
    }),
  );

  it(
    'waits for ever where that is wanted',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('1h r');
        const expected =        '1h r';
        m.expect(source.pipe(responseWithin(Infinity, request, asyncScheduler))).toBeObservable(expected);
        m.expect(source).toHaveSubscriptions('^');
      }
    }),
  );

  it(
    'passes on an end and a failure',
    marbles((m) => {
      for (const source of ['--|', '--#']) {
        m.expect(m.cold(source).pipe(responseWithin(5, request, asyncScheduler))).toBeObservable(
          source,
        );
      }
    }),
  );
});
