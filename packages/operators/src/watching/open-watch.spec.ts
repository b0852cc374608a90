import {
  ProtocolError,
  StatusError,
  TransportError,
  watchRequest,
  type ApiRequest,
  type WatchEvent,
} from '@rxkube/protocol';
import {
  type Observable,
  type SchedulerLike,
  NEVER,
  asyncScheduler,
  concat,
  map,
  of,
  pipe,
  take,
  throwError,
} from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import {
  type Thing,
  bytes,
  frame,
  frames,
  lines,
  refuse,
  reply,
  reset,
  response,
  scripted,
  status,
  stream,
  things,
  told,
  version,
} from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { chunkedJson } from '../decoding/chunked-json.js';
import { watchEvents } from '../decoding/watch-events.js';
import { type ApiResponse, type Transport } from '../transport.js';
import { type Opened, type WatchOptions } from './open-stream.js';
import { openWatch } from './open-watch.js';

const name = 'GET /api/v1/things';
const decode = pipe(chunkedJson(), watchEvents<Thing>());
const chunks = {
  x: frames('+a@u1/11'),
  y: frames('~a@u1/12', '+b@u2/13'),
  h: bytes('{"type":"ADDED",'),
};
const events: Readonly<Record<string, unknown>> = {
  o: { type: 'OPENED' },
  a: frame('+a@u1/11'),
  b: frame('~a@u1/12'),
  c: frame('+b@u2/13'),
};

function watch(
  transport: Transport,
  options: WatchOptions = {},
): Observable<WatchEvent<Thing> | Opened> {
  return openWatch(transport, { resource: things }, version(10), decode, {
    lifetime: () => 240,
    idleLimit: Infinity,
    ...options,
  });
}

/** A transport with a drawn connection, whose only response has a drawn body. */
function drawn(
  m: Context,
  connection: string,
  body: string,
): {
  readonly transport: Transport;
  readonly outer: Observable<ApiResponse>;
  readonly inner: Observable<Uint8Array>;
} {
  const inner = m.cold<Uint8Array>(body, chunks, reset());
  const outer = m.cold(connection, { r: response(inner) }, reset());

  return { transport: () => outer, outer, inner };
}

function tell(event: WatchEvent<Thing> | Opened): string {
  return event.type === 'OPENED' ? 'o' : event.type;
}

describe('openWatch', () => {
  it(
    'emits OPENED before the first event',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './open-watch.ts', [
        'request',
        'response',
        'r.body',
        'decoded',
        'result',
      ]);
      const letters = { ...events, x: frames('+a@u1/11'), y: frames('~a@u1/12') };
      const asked: ApiRequest[] = [];
      const body = m.cold<Uint8Array>(rows['r.body'], letters);
      const transport: Transport = (request) => {
        asked.push(request);

        return m.cold(rows.response, { r: response(body) });
      };
      m.expect<unknown>(body.pipe(decode)).toBeObservable(rows.decoded, events);
      m.expect<unknown>(watch(transport, { lifetime: () => 270 })).toBeObservable(
        rows.result,
        events,
      );
      m.flush();

      const query = new URLSearchParams(rows.request.replace(/^GET …\?/u, ''));
      expect(asked[0]?.query).toMatchObject(Object.fromEntries(query));
    }),
  );

  it('asks for a watch behind the version, with bookmarks, for a lifetime', () => {
    const asked: ApiRequest[] = [];
    const transport: Transport = (request) => {
      asked.push(request);

      return NEVER;
    };
    const collection = { resource: things, namespace: 'ns1', labelSelector: 'app=x' };
    const watching = openWatch(transport, collection, version(10), decode, {
      lifetime: () => 250.9,
    });

    expect(asked).toEqual([]);

    watching.subscribe().unsubscribe();
    openWatch(transport, collection, version(10)).subscribe().unsubscribe();
    const seconds = Number(asked[1]?.query['timeoutSeconds']);

    expect(asked[0]).toEqual(
      watchRequest(collection, { resourceVersion: version(10), timeoutSeconds: 250 }),
    );
    expect(seconds).toBeGreaterThanOrEqual(240);
    expect(seconds).toBeLessThan(300);
    expect(Number.isInteger(seconds)).toBe(true);
  });

  it(
    'opens with the first event',
    marbles((m) => {
      // prettier-ignore
      {
        const { transport, outer, inner } = drawn(m,
                         '-r---------------',
                         ' --x-------y----|');
        const sub      = '^---------------!';
        const innerSub = '-^--------------!';
        const expected = '---(oa)----(bc)-|';
        m.expect<unknown>(watch(transport)).toBeObservable(expected, events);
        m.expect(outer).toHaveSubscriptions(sub);
        m.expect(inner).toHaveSubscriptions(innerSub);
      }
    }),
  );

  it(
    'opens after a second of accepted silence',
    marbles((m) => {
      const { transport, outer, inner } = drawn(m, '-r', '2s x');
      // prettier-ignore
      {
        const sub      = '^  2000ms    !';
        const innerSub = '-^ 1999ms    !';
        const expected = '- 1s o 999ms (a|)';
        m.expect<unknown>(watch(transport).pipe(take(2))).toBeObservable(expected, events);
        m.expect(outer).toHaveSubscriptions(sub);
        m.expect(inner).toHaveSubscriptions(innerSub);
      }
    }),
  );

  it(
    'does not open where it dies before',
    marbles((m) => {
      for (const [body, expected] of [
        ['   --|', '---|'],
        ['   |', '-|'],
        ['   -h|', '---|'],
        ['   --#', '---#'],
      ] as const) {
        const { transport, outer } = drawn(m, '-r---', body);
        m.expect<unknown>(watch(transport)).toBeObservable(expected, events, reset());
        m.expect(outer).toHaveSubscriptions(`^${'-'.repeat(expected.length - 2)}!`);
      }
    }),
  );

  it(
    'does not open where the position has expired inside of a 200',
    marbles((m) => {
      const message = 'too old resource version: 10 (20)';
      const expired = lines({ type: 'ERROR', object: status(410, 'Expired', { message }) });
      const body = m.cold('-e---', { e: expired });
      m.expect<unknown>(watch(() => stream(body))).toBeObservable(
        '-#',
        {},
        new StatusError({ code: 410, reason: 'Expired', serverMessage: message }),
      );
      m.expect(body).toHaveSubscriptions('^!');
    }),
  );

  it(
    'settles after the time of its options',
    marbles((m) => {
      const { transport } = drawn(m, 'r', '-------');
      m.expect<unknown>(watch(transport, { settle: 3 }), '^-----!').toBeObservable('---o', events);
    }),
  );

  it(
    'opens once, whichever comes first',
    marbles((m) => {
      const { transport } = drawn(m, 'r', '---x');
      const log = told(m, watch(transport, { settle: 3 }), tell, 100);

      expect(log).toEqual(['3 o', '3 ADDED']);
    }),
  );

  it(
    'ends cleanly 5 s after its lifetime, where the end of the server does not arrive',
    marbles((m) => {
      const { transport, outer, inner } = drawn(m, '-r', '----');
      // prettier-ignore
      {
        const sub      = '^  244999ms     !';
        const innerSub = '-^ 244998ms     !';
        const expected = '- 1s o 243998ms |';
        m.expect<unknown>(watch(transport)).toBeObservable(expected, events);
        m.expect(outer).toHaveSubscriptions(sub);
        m.expect(inner).toHaveSubscriptions(innerSub);
      }
    }),
  );

  it(
    'ends cleanly if the clock jumps ahead, with a response or without one',
    marbles((m) => {
      const scheduler: SchedulerLike = {
        now: () => asyncScheduler.now() + (asyncScheduler.now() >= 12_000 ? 3_600_000 : 0),
        schedule: asyncScheduler.schedule.bind(asyncScheduler),
      };
      // prettier-ignore
      {
        const { transport, outer, inner } = drawn(m, '-r', '-x');
        const expected =        '--(oa) 14994ms |';
        m.expect<unknown>(watch(transport, { scheduler })).toBeObservable(expected, events);
        m.expect(outer).toHaveSubscriptions('^ 14999ms !');
        m.expect(inner).toHaveSubscriptions('-^ 14998ms !');
        m.expect(watch(() => m.cold('-'), { scheduler })).toBeObservable('15s |');
      }
    }),
  );

  it(
    'counts the lifetime from before the request',
    marbles((m) => {
      const { transport, outer } = drawn(m, '50s r', '----');
      const log = told(m, watch(transport, { lifetime: () => 60 }), tell, 100_000);
      m.expect(outer).toHaveSubscriptions('^ 64999ms !');

      expect(log).toEqual(['51000 o', '65000 |']);
    }),
  );

  it('draws a lifetime for each subscription', () => {
    const drawnOnes = [100, 200];
    const asked: unknown[] = [];
    const watching = watch(
      (request) => {
        asked.push(request.query['timeoutSeconds']);

        return NEVER;
      },
      { lifetime: () => drawnOnes.shift() ?? 0 },
    );
    watching.subscribe().unsubscribe();
    watching.subscribe().unsubscribe();

    expect(asked).toEqual(['100', '200']);
  });

  it.each([0, 0.5, -1, Number.NaN])('refuses a lifetime of %d before it asks', (seconds) => {
    const errors: unknown[] = [];
    const { transport, requests } = scripted();
    watch(transport, { lifetime: () => seconds }).subscribe({
      error: (error: unknown) => errors.push(error),
    });

    expect(errors).toMatchObject([{ rule: 'invalidArgument', field: 'lifetime' }]);
    expect(requests).toEqual([]);
  });

  it.each([
    ['settle', -1],
    ['settle', Number.NaN],
    ['acceptWithin', 0],
    ['idleLimit', -1],
  ])('refuses %s = %d before it asks', (field, value) => {
    const errors: unknown[] = [];
    const { transport, requests } = scripted();
    watch(transport, { [field]: value }).subscribe({
      error: (error: unknown) => errors.push(error),
    });

    expect(errors).toMatchObject([{ rule: 'invalidArgument', field }]);
    expect(requests).toEqual([]);
  });

  it('passes on an exception of the lifetime as it is', () => {
    const errors: unknown[] = [];
    const thrown = new TypeError('user');
    watch(() => NEVER, {
      lifetime: () => {
        throw thrown;
      },
    }).subscribe({ error: (error: unknown) => errors.push(error) });

    expect(errors).toEqual([thrown]);
  });

  it(
    'gives up if no response comes within a minute',
    marbles((m) => {
      const { transport, outer } = drawn(m, '-', '-');
      m.expect<unknown>(watch(transport)).toBeObservable(
        '60s #',
        {},
        new TransportError({
          phase: 'headers',
          code: 'ETIMEDOUT',
          request: name,
          problem: 'no response within 60000 ms',
        }),
      );
      m.expect(outer).toHaveSubscriptions('^ 59999ms !');
    }),
  );

  it(
    'waits for the response as long as its options say',
    marbles((m) => {
      const { transport } = drawn(m, '100s r', '-');

      expect(told(m, watch(transport, { acceptWithin: Infinity }), tell, 120_000)).toEqual([
        '101000 o',
      ]);
    }),
  );

  it(
    'does not limit a silent response without the option',
    marbles((m) => {
      const { transport, inner } = drawn(m, 'r', 'x 9s x 11s x');

      expect(told(m, watch(transport, { idleLimit: 10_000 }), tell, 30_000)).toEqual([
        '0 o',
        '0 ADDED',
        '9001 ADDED',
        '19001 # TransportError body',
      ]);

      m.expect(inner).toHaveSubscriptions('^ 19000ms !');
    }),
  );

  it(
    'counts half a document as a sign of life',
    marbles((m) => {
      const { transport } = drawn(m, 'r', '8s h 8s h');

      expect(told(m, watch(transport, { idleLimit: 10_000 }), tell, 12_000)).toEqual(['1000 o']);
    }),
  );

  it(
    'is a refusal where the server refuses slowly, whatever the idle limit',
    marbles((m) => {
      const body = concat(of(bytes(JSON.stringify(status(410, 'Gone')))), NEVER);
      const transport: Transport = () => concat(of(response(body, 410)), NEVER);

      expect(told(m, watch(transport, { idleLimit: 1_000 }), tell, 10_000)).toEqual(['1000 # 410']);
    }),
  );

  it.each([
    { what: 'a Status', answer: refuse(410, 'Gone'), error: { code: 410, reason: 'Gone' } },
    { what: 'an empty 410', answer: reply('', { code: 410 }), error: { code: 410, reason: '' } },
    {
      what: 'HTML with 502',
      answer: reply('<html>', { code: 502, headers: { 'content-type': 'text/html' } }),
      error: { code: 502, serverMessage: 'a text of 6 characters instead of a Status' },
    },
    {
      what: '429 with Retry-After',
      answer: reply('slow down', { code: 429, headers: { 'retry-after': '7' } }),
      error: { code: 429, retryAfter: 7_000 },
    },
    {
      what: 'HTML with 200',
      answer: reply('<html>', { headers: { 'content-type': 'text/html' } }),
      error: { rule: 'contentType' },
    },
    {
      what: 'a redirect',
      answer: reply('', { code: 302, headers: { location: 'https://login.invalid/' } }),
      error: { rule: 'redirect' },
    },
    {
      what: 'gzip that was not decoded',
      answer: reply('x', { headers: { 'content-encoding': 'gzip' } }),
      error: { rule: 'contentEncoding' },
    },
    {
      what: 'a List',
      answer: reply({ kind: 'ThingList', metadata: { resourceVersion: '1' }, items: [] }),
      error: { rule: 'watchNotSupported' },
    },
    { what: '405', answer: refuse(405), error: { rule: 'watchNotSupported' } },
    { what: 'text that is not JSON', answer: reply('nonsense\n'), error: { problem: 'json' } },
    {
      what: 'a refused connection',
      answer: throwError(() => reset()),
      error: { code: 'ECONNRESET' },
    },
  ])('errors with $what', ({ answer, error }) => {
    const got: unknown[] = [];
    watch(() => answer).subscribe({
      next: (event) => got.push(event),
      error: (failure: unknown) => got.push(failure),
    });

    expect(got).toMatchObject([error]);
  });

  it(
    'gives the bytes alone where nothing decodes them',
    marbles((m) => {
      const { transport, outer } = drawn(m, '-r---', ' -x-h|');
      m.expect(openWatch(transport, { resource: things }, version(10))).toBeObservable(
        '--x-h|',
        chunks,
      );
      m.expect(outer).toHaveSubscriptions('^----!');
    }),
  );

  it(
    'refuses for the bytes alone, too',
    marbles((m) => {
      m.expect(
        openWatch(() => refuse(403, 'Forbidden'), { resource: things }, version(10)),
      ).toBeObservable(
        '#',
        {},
        new StatusError({ code: 403, reason: 'Forbidden', serverMessage: '', request: name }),
      );
    }),
  );

  it(
    'passes on an exception of the decoder as it is',
    marbles((m) => {
      const body = m.cold('-x-', chunks);
      const transport: Transport = () => stream(body);
      const throwing = map(() => {
        throw new TypeError('user');
      });
      m.expect(openWatch(transport, { resource: things }, version(10), throwing)).toBeObservable(
        '-#',
        {},
        new TypeError('user'),
      );
      m.expect(
        openWatch(transport, { resource: things }, version(10), () => {
          throw new TypeError('user');
        }),
      ).toBeObservable('#', {}, new TypeError('user'));
      m.expect(body).toHaveSubscriptions('^!');
    }),
  );

  it(
    'takes a transport that forgets to end for ended with its body',
    marbles((m) => {
      // prettier-ignore
      {
        const { transport, outer } = drawn(m,
                         'r---------',
                         '-x---|');
        const sub      = '^----!';
        const expected = '-(oa)|';
        m.expect<unknown>(watch(transport)).toBeObservable(expected, events);
        m.expect(outer).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'fails if the transport ends without a response',
    marbles((m) => {
      expect(
        told(
          m,
          watch(() => m.cold('--|')),
          tell,
          10,
        ),
      ).toEqual(['2 # TransportError headers']);
    }),
  );

  it(
    'closes the connection and its timers when it is unsubscribed, in whatever phase it is',
    marbles((m) => {
      const { transport, outer } = drawn(m, '--r--', '   --x-----');
      const phases = ['^!', '^--!', '^---!', '^-----!'];
      for (const [at, expected] of ['-', '---', '----', '----(oa)'].entries()) {
        m.expect<unknown>(watch(transport), phases[at]).toBeObservable(expected, events);
      }
      m.expect(outer).toHaveSubscriptions(phases);
      m.flush();

      expect(m.scheduler.actions).toEqual([]);
    }),
  );

  it('stops a body that emits synchronously', () => {
    let read = 0;
    const body = of(...Array.from({ length: 100 }, () => chunks.x)).pipe(
      map((chunk) => {
        read++;

        return chunk;
      }),
    );
    const got: string[] = [];
    watch(() => stream(body))
      .pipe(take(2))
      .subscribe((event) => got.push(tell(event)));

    expect(got).toEqual(['o', 'ADDED']);
    expect(read).toBe(1);
  });

  it('keeps a ProtocolError about its arguments for itself', () => {
    const errors: unknown[] = [];
    openWatch(() => NEVER, { resource: things, namespace: 'Not A Name' }, version(10)).subscribe({
      error: (error: unknown) => errors.push(error),
    });

    expect(errors[0]).toBeInstanceOf(ProtocolError);
  });
});
