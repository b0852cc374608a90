import {
  DecodeError,
  ProtocolError,
  type ResourceVersion,
  StatusError,
  type WatchEvent,
} from '@rxkube/protocol';
import {
  EMPTY,
  NEVER,
  type Observable,
  asyncScheduler,
  concat,
  defer,
  from,
  ignoreElements,
  of,
  throwError,
  timer,
} from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import {
  type Thing,
  expired,
  reset,
  statusFailure,
  steady,
  tellEvent,
  thing,
  told,
  version,
} from '../../../../test/laws/kube.js';
import { diagramOf, untilEndOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type SyncEvent } from '../sync-event.js';
import { type Opened } from './open-stream.js';
import { type ResumeFromOptions, resumeFrom } from './resume-from.js';

type Event = WatchEvent<Thing> | Opened;

const o: Opened = { type: 'OPENED' };

function added(short: string): Event {
  return { type: 'ADDED', object: thing(short) };
}

function bookmark(at: number): Event {
  return { type: 'BOOKMARK', resourceVersion: version(at), initialEventsEnd: false };
}

const list: Readonly<Record<string, SyncEvent<Thing>>> = {
  s: { _tag: 'ListStarted' },
  L: { _tag: 'Listed', objects: [thing('a@u1/7')] },
  c: { _tag: 'ListCompleted', resourceVersion: version(10) },
  w: { _tag: 'WatchStarted' },
  A: { _tag: 'Applied', object: thing('a@u1/11') },
  B: { _tag: 'Bookmarked', resourceVersion: version(12) },
  D: { _tag: 'Deleted', object: thing('a@u1/15') },
};

const wire: Readonly<Record<string, Event>> = {
  o,
  a: added('a@u1/11'),
  b: bookmark(12),
  d: { type: 'DELETED', object: thing('a@u1/15') },
};

/** Opens one drawn watch after the other and remembers at which versions. */
function opening(...watches: readonly Observable<Event>[]): {
  readonly open: (at: ResourceVersion) => Observable<Event>;
  readonly opened: string[];
} {
  const opened: string[] = [];

  return {
    opened,
    open: (at) => {
      const watch = watches[opened.length] ?? NEVER;
      opened.push(`${String(asyncScheduler.now())} ${at}`);

      return watch;
    },
  };
}

/** A list at version 10 that completes at once. */
const LISTED = from<SyncEvent<Thing>[]>([
  { _tag: 'ListStarted' },
  { _tag: 'ListCompleted', resourceVersion: version(10) },
]);

function run(
  m: Context,
  open: (at: ResourceVersion) => Observable<Event>,
  milliseconds: number,
  options: ResumeFromOptions = {},
  source: Observable<SyncEvent<Thing>> = LISTED,
): string[] {
  return told(
    m,
    source.pipe(resumeFrom(open, { backOff: steady, ...options })),
    tellEvent,
    milliseconds,
  );
}

/** Lives for so many milliseconds, and then ends as given. */
function after(
  milliseconds: number,
  end: Observable<never>,
  ...events: readonly Event[]
): Observable<Event> {
  return concat(
    of(...events),
    defer(() => concat(timer(milliseconds).pipe(ignoreElements()), end)),
  );
}

describe('resumeFrom', () => {
  it(
    'goes on behind the list, and behind the last version seen',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './resume-from.ts', [
        'source',
        'open(10)',
        'open(12)',
        'result',
      ]);
      const source = m.cold(rows.source, list);
      const first = m.cold(rows['open(10)'], wire, reset());
      const second = m.cold(rows['open(12)'], wire);
      const { open, opened } = opening(first, second);
      m.expect(
        source.pipe(resumeFrom(open, { backOff: () => 4 })),
        untilEndOf(rows.result),
      ).toBeObservable(rows.result, {
        ...list,
        i: { _tag: 'Interrupted', error: reset(), retryInMs: 4 },
      });
      m.expect(source).toHaveSubscriptions('^--!');
      m.expect(first).toHaveSubscriptions('---^-----!');
      m.flush();

      expect(opened).toEqual(['3 10', '13 12']);
    }),
  );

  it('opens the watch in the call in which the list ends', () => {
    const source = of<SyncEvent<Thing>[]>(
      { _tag: 'ListStarted' },
      { _tag: 'ListCompleted', resourceVersion: version(10) },
    );
    const opened: ResourceVersion[] = [];
    const subscription = source
      .pipe(
        resumeFrom<Thing>((at) => {
          opened.push(at);

          return NEVER;
        }),
      )
      .subscribe();

    expect(opened).toEqual([version(10)]);
    subscription.unsubscribe();
  });

  it(
    'passes on the end of a source without a position',
    marbles((m) => {
      const { open, opened } = opening();
      for (const source of ['|', '--|', '#', '--#', 's#', 'sL-#', '-', 's--']) {
        m.expect(m.cold(source, list).pipe(resumeFrom(open))).toBeObservable(source, list);
      }
      m.flush();

      expect(opened).toEqual([]);
    }),
  );

  it(
    'takes a list that ends without a version for an error',
    marbles((m) => {
      const { open } = opening();
      const error = new ProtocolError({
        rule: 'unfinishedList',
        problem:
          'the source started a list and ended without its version; let ListCompleted pass, or nothing can be resumed',
      });
      m.expect(m.cold('sL|', list).pipe(resumeFrom(open))).toBeObservable('sL#', list, error);
      m.expect(m.cold('cs|', list).pipe(resumeFrom(open))).toBeObservable('cs#', list, error);
    }),
  );

  it(
    'goes on with a source that lists and stays live, when that ends',
    marbles((m) => {
      for (const [end, log] of [
        ['|', ['5 11']],
        ['#', ['105 11']],
      ] as const) {
        const source = m.cold(`sLcwA${end}`, list, reset());
        const { open, opened } = opening();
        run(m, open, 1_000, {}, source);

        expect(
          opened.map((line) => line.replace(/^\d+/u, (at) => String(Number(at) % 1_000))),
        ).toEqual(log);
      }
    }),
  );

  it(
    'starts from a version that was kept',
    marbles((m) => {
      const { open, opened } = opening();

      expect(run(m, open, 10, {}, m.cold('c|', list))).toEqual(['0 c 10']);
      expect(opened).toEqual(['1 10']);
    }),
  );

  it(
    'does not move with events of an unfinished list',
    marbles((m) => {
      const { open, opened } = opening();

      expect(run(m, open, 1_000, {}, m.cold('csD#', list, reset()))).toEqual([
        '0 c 10',
        '1 s',
        '2 D a/15',
        '3 # TransportError body',
      ]);
      expect(opened).toEqual([]);
    }),
  );

  it(
    'moves with the events of the source after its list',
    marbles((m) => {
      for (const [events, at] of [
        ['scA|', '11'],
        ['scB|', '12'],
        ['scD|', '15'],
        ['scw|', '10'],
      ] as const) {
        const { open, opened } = opening();
        run(m, open, 10, {}, m.cold(events, list));

        expect(opened.map((line) => line.split(' ')[1])).toEqual([at]);
      }
    }),
  );

  it(
    'resumes silently at the same position after a clean end',
    marbles((m) => {
      const { open, opened } = opening(
        after(240_000, EMPTY),
        after(240_000, EMPTY, added('a@u1/11')),
      );

      expect(run(m, open, 500_000)).toEqual(['0 s', '0 c 10', '240001 A a/11']);
      expect(opened).toEqual(['0 10', '240001 10', '480002 11']);
    }),
  );

  it(
    'starts watches a second apart, where they bring something but end at once',
    marbles((m) => {
      let at = 10;
      const opened: string[] = [];
      const open = (): Observable<Event> => {
        opened.push(String(asyncScheduler.now()));

        return of(added(`a@u1/${String(++at)}`));
      };
      run(m, open, 5_500);

      expect(opened).toEqual(['0', '1000', '2000', '3000', '4000', '5000']);
    }),
  );

  it(
    'takes a watch that ends within a second and brought nothing for short, and the third for hopeless',
    marbles((m) => {
      const { open, opened } = opening(...Array.from({ length: 9 }, () => after(20, EMPTY)));

      expect(run(m, open, 10_000)).toEqual([
        '0 s',
        '0 c 10',
        '20 i shortWatch, 100 ms',
        '140 i shortWatch, 200 ms',
        '360 # shortWatch',
      ]);
      expect(opened).toEqual(['0 10', '120 10', '340 10']);
    }),
  );

  it(
    'counts short watches in a row',
    marbles((m) => {
      const short = (): Observable<Event> => after(20, EMPTY);
      const { open, opened } = opening(
        short(),
        short(),
        after(1_000, EMPTY),
        short(),
        short(),
        after(20, EMPTY, bookmark(20)),
        short(),
        short(),
        after(
          20,
          throwError(() => reset()),
        ),
        short(),
        short(),
      );
      const log = run(m, open, 60_000);

      expect(opened).toHaveLength(12);
      expect(log.filter((line) => line.includes('#'))).toEqual([]);
    }),
  );

  it.each([
    { what: 'a cut', error: reset() },
    { what: 'a refusal that may pass', error: statusFailure(503) },
    { what: 'a missing permission', error: statusFailure(403) },
    { what: 'an expired credential', error: statusFailure(401) },
    {
      what: 'a page of a proxy',
      error: new ProtocolError({ rule: 'contentType', problem: 'HTML' }),
    },
  ])('asks again for the same after $what', ({ error }) => {
    marbles((m) => {
      const { open, opened } = opening(
        throwError(() => error),
        throwError(() => error),
      );
      const log = run(m, open, 20_000);

      expect(opened.map((line) => line.split(' ')[1])).toEqual(['10', '10', '10']);
      expect(log).toHaveLength(4);
    })();
  });

  it.each([
    { what: 'an expired position', error: expired() },
    {
      what: 'a version that is too large',
      error: statusFailure(504, 'Timeout', 'Too large resource version: 2, current: 1'),
    },
    {
      what: 'a frame that does not decode',
      error: new DecodeError({ problem: 'json', path: '', expected: 'JSON' }),
    },
    { what: 'a missing resource', error: statusFailure(404) },
    { what: 'a corrupt object', error: statusFailure(500, 'StorageReadError') },
    { what: 'a wrong request', error: statusFailure(400) },
    { what: 'an exception', error: new TypeError('user') },
  ])('passes on $what', ({ error }) => {
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('sc|', list);
        const watch    = m.cold('  -o#', wire, error);
        const expected =        'sc-w#';
        m.expect(source.pipe(resumeFrom(() => watch))).toBeObservable(expected, list, error);
        m.expect(watch).toHaveSubscriptions('--^-!');
      }
    })();
  });

  it(
    'backs off further with each failure in a row, however far the watches come',
    marbles((m) => {
      const cut = (): Observable<Event> =>
        after(
          10,
          throwError(() => reset()),
          o,
          bookmark(20),
        );
      const { open, opened } = opening(cut(), cut(), cut(), cut());
      run(m, open, 1_030);

      expect(opened).toEqual(['0 10', '110 20', '320 20', '630 20']);
    }),
  );

  it(
    'forgets the failures after sustained health',
    marbles((m) => {
      const cut = (): Observable<Event> => throwError(() => reset());
      const { open } = opening(
        cut(),
        cut(),
        cut(),
        after(
          30_000,
          throwError(() => reset()),
          o,
        ),
        cut(),
      );
      const log = run(m, open, 40_000);

      expect(log.filter((line) => line.includes(' i '))).toEqual([
        '0 i TransportError body, 100 ms',
        '100 i TransportError body, 200 ms',
        '300 i TransportError body, 300 ms',
        '30600 i TransportError body, 100 ms',
        '30700 i TransportError body, 200 ms',
      ]);
    }),
  );

  it(
    'waits at least as long as the server asks',
    marbles((m) => {
      const busy = new StatusError({ code: 429, reason: '', serverMessage: '', retryAfter: 7_000 });
      const { open, opened } = opening(
        throwError(() => busy),
        throwError(() => busy),
      );
      run(m, open, 20_000);

      expect(opened).toEqual(['0 10', '7000 10', '14000 10']);
    }),
  );

  it(
    'gives up one version after the third failure of the server in a row',
    marbles((m) => {
      const failing = (): Observable<Event> =>
        throwError(() => statusFailure(500, 'InternalError'));
      const { open } = opening(failing(), failing(), failing());

      expect(run(m, open, 10_000)).toEqual([
        '0 s',
        '0 c 10',
        '0 i 500, 100 ms',
        '100 i 500, 200 ms',
        '300 # stuckWatch',
      ]);
    }),
  );

  it(
    'does not give up a version while it moves, or while the server says when to come back',
    marbles((m) => {
      const error = new StatusError({ code: 503, reason: '', serverMessage: '', retryAfter: 10 });
      let at = 10;
      const moving = opening(
        ...Array.from({ length: 5 }, () =>
          after(
            1,
            throwError(() => statusFailure(500)),
            bookmark(++at),
          ),
        ),
      );
      const waiting = opening(...Array.from({ length: 5 }, () => throwError(() => error)));
      const moved = run(m, moving.open, 10_000);
      const waited = run(m, waiting.open, 20_000);

      expect([...moved, ...waited].filter((line) => line.includes('#'))).toEqual([]);
      expect([moving.opened.length, waiting.opened.length]).toEqual([6, 6]);
    }),
  );

  it(
    'does what onFault says, and asks it once for each failure',
    marbles((m) => {
      const asked: string[] = [];
      const options: ResumeFromOptions = {
        onFault: (error, next) => {
          asked.push(`${error._tag} ${next}`);

          return next === 'relist' ? 'again' : 'final';
        },
      };
      const { open, opened } = opening(
        throwError(() => expired()),
        throwError(() => reset()),
      );

      expect(run(m, open, 10_000, options)).toEqual([
        '0 s',
        '0 c 10',
        '0 i 410, 100 ms',
        '100 # TransportError body',
      ]);
      expect(asked).toEqual(['StatusError relist', 'TransportError again']);
      expect(opened).toEqual(['0 10', '100 10']);
    }),
  );

  it.each(['onFault', 'backOff'])('errors with an exception of %s as it is', (callback) => {
    marbles((m) => {
      const throwing = (): never => {
        throw new TypeError('user');
      };
      const { open, opened } = opening(throwError(() => reset()));

      expect(run(m, open, 1_000, { [callback]: throwing })).toEqual([
        '0 s',
        '0 c 10',
        '0 # TypeError: user',
      ]);
      expect(opened).toHaveLength(1);
    })();
  });

  it(
    'errors with an exception of open as it is, once',
    marbles((m) => {
      let opened = 0;
      const open = (): never => {
        opened++;
        throw new TypeError('user');
      };

      expect(run(m, open, 1_000)).toEqual(['0 s', '0 c 10', '0 # TypeError: user']);
      expect(opened).toBe(1);
    }),
  );

  it(
    'takes the order of the wire, and moves back where the server does',
    marbles((m) => {
      const { open, opened } = opening(
        after(2_000, EMPTY, added('a@u1/55'), added('b@u2/32')),
        after(2_000, EMPTY, added('c@u3/')),
      );
      run(m, open, 5_000);

      expect(opened.map((line) => line.split(' ')[1])).toEqual(['10', '32', '32']);
    }),
  );

  it(
    'closes what is open when it is unsubscribed, at every frame',
    marbles((m) => {
      for (let frame = 1; frame < 20; frame++) {
        const source = m.cold('sLc|', list);
        const watch = m.cold('-o-a#', wire, reset());
        m.expect(
          source.pipe(resumeFrom(() => watch, { backOff: () => 4 })),
          `${'^'.padEnd(frame, '-')}!`,
        ).toBeObservable('sLc-w-Ai----w-Ai----w-A'.slice(0, frame), {
          ...list,
          i: { _tag: 'Interrupted', error: reset(), retryInMs: 4 },
        });
      }
      m.flush();

      expect(m.scheduler.actions).toEqual([]);
    }),
  );

  it(
    'shares nothing between subscribers',
    marbles((m) => {
      const source = m.cold('sc|', list);
      const { open, opened } = opening(
        after(
          5,
          throwError(() => reset()),
          bookmark(20),
        ),
      );
      const resumed = source.pipe(resumeFrom(open, { backOff: steady }));
      m.expect(resumed, '^-----------!').toBeObservable('scB----i', {
        ...list,
        B: { _tag: 'Bookmarked', resourceVersion: version(20) },
        i: { _tag: 'Interrupted', error: reset(), retryInMs: 100 },
      });
      m.expect(resumed, '--------^---!').toBeObservable('--------sc', list);
      m.flush();

      expect(opened).toEqual(['2 10', '10 10']);
    }),
  );
});
