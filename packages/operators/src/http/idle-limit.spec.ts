import { TransportError, watchRequest } from '@rxkube/protocol';
import { identity } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { bytes, things, version } from '../../../../test/laws/kube.js';
import { marbles } from '../../../../test/support/marbles.js';
import { idleLimit } from './idle-limit.js';

const request = watchRequest(
  { resource: things },
  { resourceVersion: version(10), timeoutSeconds: 300 },
);
const values = { a: bytes('a'), e: new Uint8Array() };

const idle = new TransportError({
  phase: 'body',
  code: 'ETIMEDOUT',
  request: 'GET /api/v1/things',
  problem: 'no byte for 5 ms',
});

describe('idleLimit', () => {
  it(
    'errors where no byte has come for so long',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a---a-------a', values);
        const sub      =        '^---------!   ';
        const expected =        '-a---a----#   ';
        m.expect(source.pipe(idleLimit(5, request))).toBeObservable(expected, values, idle);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'counts from the subscription',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-------a', values);
        const sub      =        '^----!  ';
        const expected =        '-----#  ';
        m.expect(source.pipe(idleLimit(5, request))).toBeObservable(expected, values, idle);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'passes on an end and a failure, and leaves no timer behind',
    marbles((m) => {
      for (const source of ['|', '--|', '-a-|', '#', '-a-#']) {
        m.expect(m.cold(source, values).pipe(idleLimit(5, request))).toBeObservable(source, values);
      }
      m.expect(m.cold('-a-a', values).pipe(idleLimit(5, request)), '^--!').toBeObservable(
        '-a-',
        values,
      );
      m.flush();

      expect(m.scheduler.actions).toEqual([]);
    }),
  );

  it.each([undefined, Infinity])('changes nothing with %s for a limit', (milliseconds) => {
    expect(idleLimit(milliseconds, request)).toBe(identity);
  });
});
