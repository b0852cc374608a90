import { type ApiRequest } from '@rxkube/protocol';
import { EMPTY, NEVER, type Observable, concat, ignoreElements, of, throwError, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import {
  TOO_LARGE,
  always,
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
} from '../../../../test/laws/kube.js';
import { listingWith } from '../../../../test/laws/listing.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type Move } from '../recovery/next-move.js';
import { type ApiResponse, type Transport } from '../transport.js';
import { type StreamListOptions, streamList } from './stream-list.js';

const run = listingWith<StreamListOptions>(streamList, 200_000);

/** A stream that sends its frames at once, and ends later. */
function sends(
  shorts: readonly string[],
  end: Observable<never> = NEVER,
  later = 0,
): Observable<ApiResponse> {
  const rest = concat(timer(later).pipe(ignoreElements()), end);

  return stream(shorts.length === 0 ? rest : concat(of(frames(...shorts)), rest));
}

const cut = throwError(() => reset());
const whole = (): Observable<ApiResponse> => sends(['+a@u1/7', '+b@u2/3', 'BMend/30']);

describe('streamList', () => {
  it(
    'lists the events before the mark, and goes on as a watch behind it',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './stream-list.ts', ['request', 'events', 'result']);
      const requests: ApiRequest[] = [];
      const body = m.cold(rows.events, {
        a: frames('+a@u1/7'),
        b: frames('+b@u2/3'),
        m: frames('BMend/30'),
        d: frames('~a@u1/31'),
      });
      const transport: Transport = (request) => {
        requests.push(request);

        return of(response(body));
      };
      m.expect(streamList(transport, { resource: things })).toBeObservable(rows.result, {
        s: { _tag: 'ListStarted' },
        A: { _tag: 'Listed', objects: [thing('a@u1/7')] },
        B: { _tag: 'Listed', objects: [thing('b@u2/3')] },
        c: { _tag: 'ListCompleted', resourceVersion: version(30) },
        w: { _tag: 'WatchStarted' },
        D: { _tag: 'Applied', object: thing('a@u1/31') },
      });
      m.flush();

      const query = new URLSearchParams(rows.request.replace(/^GET …\?/u, ''));
      expect(requests[0]?.query).toMatchObject(Object.fromEntries(query));
    }),
  );

  it(
    'lists what comes before the mark, and goes on as a watch behind it',
    marbles((m) => {
      // prettier-ignore
      {
        const wire = {
          a: frames('+a@u1/7'), b: frames('+b@u2/3'), m: frames('BMend/30'),
          d: frames('~a@u1/31'), g: frames('-b@u2/32'), k: frames('BM/40'),
        };
        const body     = m.cold(' -a-b-m----d-g-k 1s |', wire);
        const outer    = m.cold('-r-------------- 1s ---', { r: response(body) });
        const sub      =        '^--------------- 1s !';
        const bodySub  =        '-^-------------- 1s !';
        const expected =        's-A-B-(cw)-D-G-K 1s |';
        m.expect(streamList(() => outer, { resource: things })).toBeObservable(expected, {
          s: { _tag: 'ListStarted' },
          A: { _tag: 'Listed', objects: [thing('a@u1/7')] },
          B: { _tag: 'Listed', objects: [thing('b@u2/3')] },
          c: { _tag: 'ListCompleted', resourceVersion: version(30) },
          w: { _tag: 'WatchStarted' },
          D: { _tag: 'Applied', object: thing('a@u1/31') },
          G: { _tag: 'Deleted', object: thing('b@u2/32') },
          K: { _tag: 'Bookmarked', resourceVersion: version(40) },
        });
        m.expect(outer).toHaveSubscriptions(sub);
        m.expect(body).toHaveSubscriptions(bodySub);
      }
    }),
  );

  it(
    'asks for exactly what a server demands',
    marbles((m) => {
      const queries: unknown[] = [];
      const transport = (request: ApiRequest): Observable<ApiResponse> => {
        queries.push(request.query);

        return NEVER;
      };
      const lifetime = (): number => 270.9;
      const asked = {
        watch: 'true',
        allowWatchBookmarks: 'true',
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        timeoutSeconds: '270',
      };
      for (const options of [
        { lifetime },
        { lifetime, consistency: 'cached' as const },
        { lifetime, consistency: 'cached' as const, notOlderThan: version(12) },
      ]) {
        told(m, streamList(transport, { resource: things }, options), tellEvent, 10);
      }

      expect(queries).toEqual([
        asked,
        { ...asked, resourceVersion: '0' },
        { ...asked, resourceVersion: '12' },
      ]);
    }),
  );

  it(
    'applies changes and deletions that come before the mark, and lets other bookmarks be',
    marbles((m) => {
      const script = scripted(
        sends(['+a@u1/7', '+b@u2/3', '~a@u1/31', '-b@u2/32', 'BM/33', 'BMend/34']),
      );

      expect(run(m, script)).toEqual([
        '0 s',
        '0 L a/7',
        '0 L b/3',
        '0 L a/31',
        '0 D b/32',
        '0 c 34',
        '0 w',
      ]);
    }),
  );

  it(
    'takes a mark with another value for no mark',
    marbles((m) => {
      const annotations = { 'k8s.io/initial-events-end': 'false' };
      const object = { metadata: { resourceVersion: '20', annotations } };
      const script = scripted(
        stream(concat(of(frames('+a@u1/7'), lines({ type: 'BOOKMARK', object })), NEVER)),
      );

      expect(run(m, script)).toEqual([
        '0 s',
        '0 L a/7',
        expect.stringMatching(/^10000 # noEndMark/u),
      ]);
    }),
  );

  it(
    'starts over after a failed attempt, and keeps none of its objects',
    marbles((m) => {
      const script = scripted(sends(['+gone@u9/5'], cut, 5), whole());

      expect(run(m, script)).toEqual([
        '0 s',
        '0 L gone/5',
        '5 i TransportError body, 100 ms',
        '105 s',
        '105 L a/7',
        '105 L b/3',
        '105 c 30',
        '105 w',
      ]);
    }),
  );

  it.each([
    ['410', refuse(410, 'Expired')],
    ['504', refuse(504, 'Timeout', TOO_LARGE)],
    [
      'an ERROR frame',
      stream(of(lines({ type: 'ERROR', object: status(504, 'Timeout', TOO_LARGE) }))),
    ],
  ])('asks without a version where the server has lost it, at once: %s', (_name, lost) => {
    marbles((m) => {
      const script = scripted(lost, whole());
      const log = run(m, script, { notOlderThan: version(50) });

      expect(log[1]).toMatch(/^0 i .*, 0 ms$/u);
      expect(log.slice(2)).toEqual(['0 s', '0 L a/7', '0 L b/3', '0 c 30', '0 w']);
      expect(script.requests).toEqual(['0 WATCH 50', '0 WATCH ']);
    })();
  });

  it(
    'asks without a version as soon as the retry budget allows it',
    marbles((m) => {
      const script = scripted(refuse(410, 'Expired'), whole());
      const budget = { first: 2, window: 700 };
      const backOff = Object.assign((failures: number) => steady(failures), { budget });
      const log = run(m, script, { notOlderThan: version(50), backOff });

      expect(log.slice(1, 3)).toEqual(['0 i 410, 700 ms', '700 s']);
    }),
  );

  it(
    'waits if the server has lost a version that the request does not name',
    marbles((m) => {
      const script = scripted(refuse(410, 'Expired'), whole());

      expect(run(m, script)[1]).toMatch(/^0 i .*, 100 ms$/u);
      expect(script.requests).toEqual(['0 WATCH ', '100 WATCH ']);
    }),
  );

  it.each([400, 405, 422, 500])('errors with a refusal by %i', (code) => {
    marbles((m) => {
      const script = scripted(refuse(code, 'No'));

      expect(run(m, script)).toEqual(['0 s', expect.stringMatching(/^0 # /u)]);
      expect(script.requests).toHaveLength(1);
    })();
  });

  it(
    'errors with an ERROR 500 before the mark',
    marbles((m) => {
      const error = lines({ type: 'ERROR', object: status(500, 'InternalError') });
      const script = scripted(stream(of(frames('+a@u1/7'), error)));

      expect(run(m, script)).toEqual(['0 s', '0 L a/7', expect.stringMatching(/^0 # /u)]);
    }),
  );

  it(
    'errors with a List instead of events',
    marbles((m) => {
      const script = scripted(reply(list('10', ['a@u1/7'])));

      expect(run(m, script)).toEqual(['0 s', expect.stringMatching(/^0 # watchNotSupported/u)]);
    }),
  );

  it.each([401, 403, 404, 408, 429, 502, 503, 504])('asks again after %i', (code) => {
    marbles((m) => {
      const script = scripted(refuse(code, ''), whole());

      expect(run(m, script).at(-1)).toMatch(/ w$/u);
      expect(script.requests).toHaveLength(2);
    })();
  });

  it(
    'errors where no initial event comes for ten seconds, whatever else does',
    marbles((m) => {
      const script = scripted(sends(['+a@u1/7', '~a@u1/9', 'BM/20']));

      expect(run(m, script)).toEqual(['0 s', '0 L a/7', '0 L a/9', '10000 # noEndMark']);
    }),
  );

  it.each([
    [{}, 10_000],
    [{ acceptWithin: Infinity }, 10_000],
    [{ acceptWithin: 50, initialEventsWithin: 70 }, 50],
    [{ acceptWithin: 70, initialEventsWithin: 50 }, 50],
  ])('waits no longer for a response head than for an initial event: %j', (options, at) => {
    marbles((m) => {
      expect(run(m, scripted(), options)).toEqual([
        '0 s',
        `${String(at)} # TransportError headers`,
      ]);
    })();
  });

  it(
    'gives a stream that ends early a second try',
    marbles((m) => {
      const script = always(() => sends(['+a@u1/7'], EMPTY, 5_000));

      expect(run(m, script)).toEqual([
        '0 s',
        '0 L a/7',
        '5000 i noEndMark, 100 ms',
        '5100 s',
        '5100 L a/7',
        '10100 # noEndMark',
      ]);
    }),
  );

  it(
    'gives none to a stream that had its time',
    marbles((m) => {
      const script = always(() =>
        stream(
          concat(
            of(frames('+a@u1/7')),
            timer(9_000).pipe(ignoreElements()),
            of(frames('+b@u2/8')),
            timer(2_000).pipe(ignoreElements()),
          ),
        ),
      );

      expect(run(m, script).at(-1)).toBe('11000 # noEndMark');
    }),
  );

  it(
    'has no limit behind the mark but that of a watch',
    marbles((m) => {
      const log = run(m, scripted(whole()), { lifetime: () => 60 });

      expect(log.slice(-2)).toEqual(['0 w', '65000 |']);
    }),
  );

  it(
    'holds an end right behind the mark back for a second, for the watch that follows at once',
    marbles((m) => {
      const script = scripted(sends(['BMend/30'], EMPTY, 40));

      expect(run(m, script)).toEqual(['0 s', '0 c 30', '0 w', '1000 |']);
    }),
  );

  it.each([
    [cut, '20 # TransportError body'],
    [throwError(() => statusFailure(500, 'InternalError')), '20 # 500'],
  ])('passes on failures behind the mark, and does not call `onFault`', (failure, line) => {
    marbles((m) => {
      const asked: unknown[] = [];
      const onFault = (error: unknown, next: Move): Move => {
        asked.push(error);

        return next;
      };
      const script = scripted(sends(['+a@u1/7', 'BMend/30'], failure, 20));

      expect(run(m, script, { onFault }).at(-1)).toBe(line);
      expect(script.requests).toHaveLength(1);
      expect(asked).toEqual([]);
    })();
  });

  it(
    'asks again where a policy says so',
    marbles((m) => {
      const script = scripted(refuse(422), whole());

      expect(run(m, script, { onFault: () => 'again' }).at(-1)).toBe('100 w');
    }),
  );

  it(
    'errors where a policy says so',
    marbles((m) => {
      expect(run(m, scripted(refuse(503)), { onFault: () => 'final' })).toEqual(['0 s', '0 # 503']);
    }),
  );

  it(
    'begins with one try for each subscriber',
    marbles((m) => {
      const script = always((nth) => (nth % 2 === 0 ? sends([], EMPTY, 5) : whole()));
      const twice = streamList(script.transport, { resource: things }, { backOff: steady });

      expect(told(m, twice, tellEvent, 1_000).at(-1)).toMatch(/ w$/u);
      expect(told(m, twice, tellEvent, 1_000).at(-1)).toMatch(/ w$/u);
    }),
  );

  it.each([0, -1, Number.NaN])('refuses %d milliseconds for an initial event', (within) => {
    marbles((m) => {
      expect(run(m, scripted(), { initialEventsWithin: within })).toEqual(['0 # invalidArgument']);
    })();
  });
});
