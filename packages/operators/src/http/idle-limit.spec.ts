import { TransportError, watchRequest } from '@rxkube/protocol';
import { identity } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { bytes, things, version } from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
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
      const rows = diagramOf(import.meta.url, './idle-limit.ts', ['source', 'result']);
      const values = { a: bytes('a'), b: bytes('b') };
      const source = m.cold(rows.source, values);
      m.expect(source.pipe(idleLimit(5, request))).toBeObservable(rows.result, values, idle);
      m.expect(source).toHaveSubscriptions('^-------!');
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
