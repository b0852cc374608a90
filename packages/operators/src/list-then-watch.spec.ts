import { type ApiRequest, TransportError, resource } from '@rxkube/protocol';
import * as t from 'io-ts';
import { NEVER, type Observable, concat, of, throwError, timer, ignoreElements } from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import {
  type Scripted,
  TOO_LARGE,
  type Thing,
  always,
  bytes,
  frames,
  lines,
  list,
  refuse,
  reply,
  reset,
  response,
  scripted,
  status,
  statusFailure,
  steady,
  stream,
  tellEvent,
  thing,
  things,
  told,
  version,
} from '../../../test/laws/kube.js';
import { diagramOf, untilEndOf } from '../../../test/support/diagram.js';
import { marbles } from '../../../test/support/marbles.js';
import { listThenWatch } from './list-then-watch.js';
import { type ListThenWatchOptions } from './list-then-watch-options.js';
import { exponential } from './recovery/back-off.js';
import { type ApiResponse } from './transport.js';

const HOUR = 3_600_000;
const EXPIRED = 'too old resource version: 10 (20)';
const NOT_OLDER = 'resourceVersionMatch=NotOlderThan';

function run(
  m: Context,
  script: Pick<Scripted, 'transport'>,
  milliseconds: number,
  options: ListThenWatchOptions = {},
): string[] {
  return told(
    m,
    listThenWatch<Thing>(script.transport, things, {
      backOff: steady,
      lifetime: () => 240,
      idleLimit: Infinity,
      ...options,
    }),
    tellEvent,
    milliseconds,
  );
}

function asked({ requests }: Scripted): string[] {
  return requests.map((line) => line.replace(/^\d+ /u, ''));
}

/** A watch that says this at once and then ends after so long, or never. */
function watching(
  body: Uint8Array,
  milliseconds = Infinity,
  end: Observable<Uint8Array> = of(),
): Observable<ApiResponse> {
  const rest =
    milliseconds === Infinity ? NEVER : concat(timer(milliseconds).pipe(ignoreElements()), end);

  return stream(concat(of(body), rest));
}

/** When a request was made. */
function timeOf(request: string): number {
  return Number(request.split(' ')[0]);
}

/** Every list works, and every watch has expired. */
function everExpired(): Scripted {
  return always((nth) => (nth % 2 === 0 ? listed() : watching(expiry)));
}

const NOTHING = new Uint8Array();
const expiry = lines({ type: 'ERROR', object: status(410, 'Expired') });
const listed = (at = '10', ...shorts: readonly string[]): Observable<ApiResponse> =>
  reply(list(at, shorts));

describe('listThenWatch', () => {
  it(
    'lists, watches, and lists again after a 410',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './list-then-watch.ts', [
        'list',
        'watch',
        'relist',
        'result',
      ]);
      const page = response(of(bytes(JSON.stringify(list('10', ['a@u1/7'])))));
      const body = m.cold(rows.watch, {
        a: frames('+a@u1/11'),
        e: lines({ type: 'ERROR', object: status(410, 'Expired', { message: EXPIRED }) }),
      });
      const script = scripted(
        m.cold(rows.list, { l: page }),
        stream(body),
        m.cold(rows.relist, { l: page }),
      );
      const error = statusFailure(410, 'Expired', EXPIRED);
      m.expect(
        listThenWatch<Thing>(script.transport, things, { backOff: () => 5 }),
        untilEndOf(rows.result),
      ).toBeObservable(rows.result, {
        s: { _tag: 'ListStarted' },
        t: { _tag: 'ListStarted', reason: error },
        L: { _tag: 'Listed', objects: [thing('a@u1/7')] },
        c: { _tag: 'ListCompleted', resourceVersion: version(10) },
        w: { _tag: 'WatchStarted' },
        A: { _tag: 'Applied', object: thing('a@u1/11') },
        i: { _tag: 'Interrupted', error, retryInMs: 5 },
      });
    }),
  );

  it(
    'takes a foreign error of a body for a cut, in a list and in a watch',
    marbles((m) => {
      const cut = throwError(() => new Error('socket hang up'));
      const script = scripted(
        stream(cut),
        listed('10'),
        watching(frames('+a@u1/11'), 60_000, cut),
        watching(NOTHING),
      );

      expect(run(m, script, 70_000)).toEqual([
        '0 s',
        '0 i TransportError body, 100 ms',
        '100 s',
        '100 L',
        '100 c 10',
        '100 w',
        '100 A a/11',
        '60100 i TransportError body, 100 ms',
        '61200 w',
      ]);
      expect(asked(script)).toEqual(['LIST limit=500', 'LIST limit=500', 'WATCH 10', 'WATCH 11']);
    }),
  );

  it(
    'stays slow where a back-off without a cap outgrows the timers',
    marbles((m) => {
      const expired = new TransportError({
        phase: 'connect',
        code: 'CERT_HAS_EXPIRED',
        problem: 'expired',
      });
      const script = always(() => throwError(() => expired));
      const log = run(m, script, HOUR, { backOff: (failures) => 1_000 * 2 ** failures });

      expect(log).toEqual(['0 s', '0 i TransportError connect, 2147483647 ms']);
    }),
  );

  it.each(['list', 'watch'])('ends with a back-off that is no number, in a %s', (place) => {
    marbles((m) => {
      const script = place === 'list' ? scripted(refuse(500)) : scripted(listed(), refuse(500));
      const log = run(m, script, HOUR, { backOff: () => Number.NaN });

      expect(log.at(-1)).toBe('0 # invalidArgument');
    })();
  });

  it.each([{ resource: undefined }, { resource: 'pods' }])(
    'asks for a resource where there is none, as in %j',
    (request) => {
      marbles((m) => {
        const { transport } = scripted();
        const wrong = listThenWatch(transport, request as unknown as typeof things);

        expect(told(m, wrong, tellEvent, 1)).toEqual(['0 # invalidArgument']);
      })();
    },
  );

  it(
    'lists, watches from there, and goes on where it was after a clean end and after a cut',
    marbles((m) => {
      const script = scripted(
        listed('10', 'a@u1/7'),
        watching(frames('~a@u1/11'), 60_000),
        watching(
          frames('BM/20'),
          60_000,
          throwError(() => reset()),
        ),
        watching(frames('-a@u1/21')),
      );

      expect(run(m, script, 200_000)).toEqual([
        '0 s',
        '0 L a/7',
        '0 c 10',
        '0 w',
        '0 A a/11',
        '60001 w',
        '60001 B 20',
        '120001 i TransportError body, 100 ms',
        '120101 w',
        '120101 D a/21',
      ]);
      expect(asked(script)).toEqual(['LIST limit=500', 'WATCH 10', 'WATCH 11', 'WATCH 20']);
    }),
  );

  it(
    'relists nothing older than the last version seen',
    marbles((m) => {
      const script = scripted(
        listed('10'),
        watching(concatenated(frames('+a@u1/11', 'BM/30'), expiry)),
        listed('50', 'a@u1/11'),
        watching(NOTHING),
      );

      expect(run(m, script, 10_000)).toEqual([
        '0 s',
        '0 L',
        '0 c 10',
        '0 w',
        '0 A a/11',
        '0 B 30',
        '0 i 410, 0 ms',
        '0 s because 410',
        '0 L a/11',
        '0 c 50',
        '1000 w',
      ]);
      expect(asked(script)).toEqual([
        'LIST limit=500',
        'WATCH 10',
        `LIST limit=500 resourceVersion=30 ${NOT_OLDER}`,
        'WATCH 50',
      ]);
    }),
  );

  it(
    'relists without a version where the server does not know the one it watches',
    marbles((m) => {
      const script = scripted(
        listed('750', 'a@u1/7'),
        refuse(504, 'Timeout', TOO_LARGE),
        listed('3', 'b@u2/2'),
        watching(NOTHING),
      );
      run(m, script, 10_000);

      expect(asked(script)).toEqual(['LIST limit=500', 'WATCH 750', 'LIST limit=500', 'WATCH 3']);
    }),
  );

  it(
    'relists after three short watches, and asks for nothing else between them',
    marbles((m) => {
      const script = scripted(
        listed('10'),
        ...Array.from({ length: 3 }, () => watching(NOTHING, 20)),
        listed('900'),
        watching(frames('+e@u1/901')),
      );
      const log = run(m, script, 10_000);

      expect(asked(script)).toEqual([
        'LIST limit=500',
        'WATCH 10',
        'WATCH 10',
        'WATCH 10',
        `LIST limit=500 resourceVersion=10 ${NOT_OLDER}`,
        'WATCH 900',
      ]);
      expect(log.at(-1)).toMatch(/A e\/901$/u);
    }),
  );

  it.each([
    { code: 503, next: [`LIST limit=1 resourceVersion=10 ${NOT_OLDER}`, 'WATCH 10'] },
    { code: 403, next: ['WATCH 10'] },
  ])('goes on behind a $code to that question as it must', ({ code, next }) => {
    marbles((m) => {
      const silent = (): Observable<ApiResponse> => watching(NOTHING, 240_000);
      const script = always((nth) => {
        if (nth === 0) return listed('10');
        if (nth === 3) return refuse(code);

        return nth === 4 && code === 503 ? listed('10') : silent();
      });
      run(m, script, 540_000);

      expect(asked(script).slice(0, 4 + next.length)).toEqual([
        'LIST limit=500',
        'WATCH 10',
        'WATCH 10',
        `LIST limit=1 resourceVersion=10 ${NOT_OLDER}`,
        ...next,
      ]);
    })();
  });

  it(
    'asks whether the server knows the version, where it was silent for two whole lifetimes',
    marbles((m) => {
      const silent = (): Observable<ApiResponse> => watching(NOTHING, 240_000);
      const script = scripted(
        listed('10'),
        silent(),
        silent(),
        reply(list('10', [], { continue: 'T1' })),
        silent(),
        silent(),
        refuse(504, 'Timeout', TOO_LARGE),
        listed('5', 'a@u1/4'),
        watching(NOTHING),
      );
      const log = run(m, script, 1_100_000);

      expect(asked(script)).toEqual([
        'LIST limit=500',
        'WATCH 10',
        'WATCH 10',
        `LIST limit=1 resourceVersion=10 ${NOT_OLDER}`,
        'WATCH 10',
        'WATCH 10',
        `LIST limit=1 resourceVersion=10 ${NOT_OLDER}`,
        'LIST limit=500',
        'WATCH 5',
      ]);
      expect(log.filter((line) => line.includes(' c '))).toHaveLength(2);
    }),
  );

  it.each([
    { what: 'an event', body: frames('+a@u1/10') },
    { what: 'a bookmark at the same version', body: frames('BM/10') },
  ])('does not ask where $what comes now and then', ({ body }) => {
    marbles((m) => {
      const script = always((nth) => (nth === 0 ? listed('10') : watching(body, 240_000)));
      run(m, script, HOUR);

      expect(asked(script).filter((name) => name.startsWith('LIST'))).toHaveLength(1);
      expect(script.requests.length).toBeGreaterThan(10);
    })();
  });

  it(
    'ends a watch whose end does not arrive, and goes on',
    marbles((m) => {
      const script = always((nth) => (nth === 0 ? listed('10') : watching(frames('BM/20'))));
      run(m, script, 500_000, { lifetime: () => 100 });

      expect(script.requests.map((line) => line.split(' ')[0])).toEqual([
        '0',
        '0',
        '105001',
        '210002',
        '315003',
        '420004',
      ]);
    }),
  );

  it(
    'falls back from no failure to an end',
    marbles((m) => {
      const script = always((nth) => (nth % 2 === 0 ? throwError(() => reset()) : refuse(503)));
      const log = run(m, script, 60_000, { backOff: (failures) => 1_000 * failures });

      expect(log.filter((line) => line.includes('#') || line.includes('|'))).toEqual([]);
      expect(script.requests.length).toBeLessThan(12);
    }),
  );

  it(
    'stays within its budget of requests where each watch has expired, and says how long it waits',
    marbles((m) => {
      const script = everExpired();
      const log = run(m, script, 200_000, { backOff: exponential({ random: () => 0 }) });

      expect(script.requests.filter((line) => line.includes('LIST')).map(timeOf)).toEqual([
        0, 0, 800, 31_600, 91_600, 151_600,
      ]);
      expect(log.filter((line) => line.includes(' i '))).toEqual([
        '0 i 410, 0 ms',
        '0 i 410, 800 ms',
        // The relist that fills the first minute up waits for its second half.
        '800 i 410, 30800 ms',
        '31600 i 410, 60000 ms',
        '91600 i 410, 60000 ms',
        '151600 i 410, 60000 ms',
      ]);
    }),
  );

  it(
    'has a budget on the scale of its back-off, and none where that has none',
    marbles((m) => {
      const fast = everExpired();
      // At most 4 in the first 80 ms, and at most 2 in any later 80.
      run(m, fast, 400, {
        backOff: exponential({ base: 20, cap: 40, spread: 0, random: () => 0 }),
      });
      const own = everExpired();
      run(m, own, 2_000, { backOff: () => 100 });

      expect(fast.requests.filter((line) => line.includes('LIST')).map(timeOf)).toEqual([
        0, 0, 80, 160, 240, 320,
      ]);
      expect(own.requests.filter((line) => line.includes('LIST'))).toHaveLength(20);
    }),
  );

  it(
    'holds no watch back behind a clean end, however many there were before a failure',
    marbles((m) => {
      const backOff = exponential({ random: () => 0 });
      const script = always((nth) =>
        nth === 0
          ? listed()
          : nth < 30
            ? watching(frames(`BM/${String(10 + nth)}`), 2_000)
            : nth === 30
              ? refuse(500)
              : watching(NOTHING),
      );
      const log = run(m, script, 100_000, { backOff });

      expect(script.requests.map(timeOf)).toEqual([
        0,
        ...Array.from({ length: 30 }, (_, nth) => nth * 2_001),
        58_829,
      ]);
      expect(log.filter((line) => line.includes(' i '))).toEqual(['58029 i 500, 800 ms']);
    }),
  );

  it(
    'goes on as quickly as ever behind a long healthy watch',
    marbles((m) => {
      const backOff = exponential({ random: () => 0 });
      const healthy = (): Observable<ApiResponse> =>
        watching(
          NOTHING,
          60_000,
          throwError(() => reset()),
        );
      const script = scripted(listed(), healthy(), refuse(503), healthy(), refuse(503), healthy());
      run(m, script, 170_000, { backOff });

      expect(script.requests.map(timeOf)).toEqual([0, 0, 60_800, 62_400, 123_200, 124_800]);
    }),
  );

  it(
    'asks whether the server knows the version within its budget',
    marbles((m) => {
      const silent = (): Observable<ApiResponse> => watching(NOTHING, 20_000);
      const script = scripted(
        listed(),
        ...Array.from({ length: 2 }, silent),
        ...Array.from({ length: 20 }, () => refuse(500)),
      );
      const backOff = Object.assign(() => 100, { budget: { first: 5, window: 10_000 } });
      run(m, script, 60_000, { backOff, lifetime: () => 20 });

      // Three times whether it knows the version, which brings a relist, and as often as there is room then.
      expect(script.requests.slice(3).map(timeOf)).toEqual([
        40_002, 40_102, 40_202, 45_102, 45_202, 55_102, 55_202,
      ]);
    }),
  );

  it.each([400, 406, 415, 422])('gives up where the list is answered with %i', (code) => {
    marbles((m) => {
      expect(run(m, scripted(refuse(code)), 10_000)).toEqual(['0 s', `0 # ${String(code)}`]);
    })();
  });

  it(
    'gives up where the resource cannot be watched',
    marbles((m) => {
      const script = scripted(listed('10'), reply(list('10', [])));

      expect(run(m, script, 10_000).at(-1)).toBe('0 # watchNotSupported');
    }),
  );

  it('puts the fields of the options before those of the request', () => {
    const requests: ApiRequest[] = [];
    const request = { resource: things, namespace: 'ns1', labelSelector: 'a=b', name: 'x' };
    listThenWatch(
      (sent) => {
        requests.push(sent);

        return NEVER;
      },
      request,
      { namespace: 'ns2', fieldSelector: 'spec.x=y', pageSize: 7, consistency: 'cached' },
    )
      .subscribe()
      .unsubscribe();

    expect(requests).toMatchObject([
      {
        path: '/api/v1/namespaces/ns2/things',
        query: { labelSelector: 'a=b', limit: '7', resourceVersion: '0' },
      },
    ]);
    expect(requests[0]?.query['fieldSelector']).toContain('spec.x=y');
    expect(requests[0]?.query['fieldSelector']).toContain('metadata.name=x');
  });

  it('takes a resource, or a collection, and nothing else', () => {
    const errors: unknown[] = [];
    // A program in plain JavaScript may pass anything.
    const wrong = 'pods' as unknown as typeof things;
    listThenWatch(() => NEVER, wrong).subscribe({ error: (error: unknown) => errors.push(error) });

    expect(errors).toMatchObject([{ rule: 'invalidArgument', field: 'request' }]);
  });

  it(
    'decodes with the codec of the resource, but not where it asks for metadata alone',
    marbles((m) => {
      const widgets = resource<Thing>({
        ...things,
        codec: t.type({
          metadata: t.intersection([
            t.type({ name: t.string }),
            t.partial({ namespace: t.string, uid: t.string, resourceVersion: t.string }),
          ]),
          data: t.string,
        }),
      });
      const whole = scripted(listed('10'), watching(frames('+a@u1/11')), listed('10'), NEVER);
      const bare = scripted(listed('10', 'a@u1/7'), watching(frames('+a@u1/11')));
      const options = { backOff: steady };

      expect(told(m, listThenWatch(whole.transport, widgets, options), tellEvent, 50)).toContain(
        '0 i DecodeError object, 100 ms',
      );
      expect(
        told(
          m,
          listThenWatch(bare.transport, { resource: widgets, metadataOnly: true }, options),
          tellEvent,
          50,
        ).map((line) => line.replace(/^\d+ /u, '')),
      ).toEqual(['s', 'L a/7', 'c 10', 'w', 'A a/11']);
    }),
  );

  it(
    'skips objects and reports ignored events as its options say',
    marbles((m) => {
      const told: string[] = [];
      const script = scripted(
        listed('10'),
        watching(
          lines(
            { type: 'ADDED', object: { metadata: { name: 7, resourceVersion: '11' } } },
            { type: 'FROB', object: {} },
          ),
        ),
      );
      const log = run(m, script, 10, {
        onInvalid: (error) => {
          told.push(error.problem);

          return 'skip';
        },
        onIgnored: (error) => told.push(error.problem),
      });

      expect(told).toEqual(['object', 'eventType']);
      expect(log.filter((line) => line.includes('#') || line.includes(' i '))).toEqual([]);
    }),
  );

  it(
    'drops what is unfinished when a watch ends, and gets it whole from the next',
    marbles((m) => {
      const half = concatenated(frames('+a@u1/11'), bytes('{"type":"MODIF'));
      const script = scripted(listed('10'), watching(half, 5_000), watching(frames('~a@u1/12')));

      expect(run(m, script, 10_000).slice(3)).toEqual(['0 w', '0 A a/11', '5001 w', '5001 A a/12']);
      expect(asked(script)).toEqual(['LIST limit=500', 'WATCH 10', 'WATCH 11']);
    }),
  );

  it(
    'shares nothing between subscribers, neither version nor silence',
    marbles((m) => {
      const script = scripted(
        listed('10'),
        watching(expiry),
        listed('30'),
        NEVER,
        listed('40'),
        NEVER,
      );
      const stream = listThenWatch(script.transport, things, { backOff: steady });
      told(m, stream, tellEvent, 100);
      told(m, stream, tellEvent, 100);

      expect(asked(script)).toEqual([
        'LIST limit=500',
        'WATCH 10',
        `LIST limit=500 resourceVersion=10 ${NOT_OLDER}`,
        'WATCH 30',
        'LIST limit=500',
        'WATCH 40',
      ]);
    }),
  );

  it.each([{ settle: -1 }, { acceptWithin: 0 }, { idleLimit: Number.NaN }])(
    'tells of wrong times of a watch before it lists: %j',
    (options) => {
      marbles((m) => {
        const script = scripted(listed('10'));

        expect(told(m, listThenWatch(script.transport, things, options), tellEvent, 1_000)).toEqual(
          ['0 # invalidArgument'],
        );
        expect(script.requests).toEqual([]);
      })();
    },
  );

  it(
    'leaves nothing behind when it is unsubscribed, at any moment of a story',
    marbles((m) => {
      for (let at = 0; at < 60; at++) {
        const script = scripted(
          reply(list('10', [], { continue: 'T1' }), { after: 2 }),
          refuse(503),
          reply(list('10', []), { after: 2 }),
          watching(
            frames('BM/20'),
            5,
            throwError(() => reset()),
          ),
          watching(expiry),
          listed(String(version(50))),
          watching(NOTHING),
        );
        const log: string[] = [];
        const subscription = listThenWatch(script.transport, things, {
          backOff: () => 4,
        }).subscribe((event) => {
          log.push(tellEvent(event));
        });
        let seen = 0;
        timer(at).subscribe(() => {
          subscription.unsubscribe();
          seen = log.length;
        });
        m.flush();

        expect(log).toHaveLength(seen);
        expect(m.scheduler.actions).toEqual([]);
      }
    }),
  );
});

function concatenated(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
