import { DecodeError, ProtocolError, StatusError } from '@rxkube/protocol';
import { type Observable, defer, of, throwError } from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import {
  TOO_LARGE,
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
import { type RelistOn410Options, relistOn410 } from './relist-on-410.js';

const events: Readonly<Record<string, SyncEvent<Thing>>> = {
  s: { _tag: 'ListStarted' },
  t: { _tag: 'ListStarted', reason: expired() },
  L: { _tag: 'Listed', objects: [thing('a@u1/7')] },
  c: { _tag: 'ListCompleted', resourceVersion: version(10) },
  w: { _tag: 'WatchStarted' },
  a: { _tag: 'Applied', object: thing('a@u1/11') },
  d: { _tag: 'Deleted', object: thing('a@u1/12') },
  B: { _tag: 'Bookmarked', resourceVersion: version(12) },
  i: { _tag: 'Interrupted', error: expired(), retryInMs: 3 },
};

/** One source after the other; how often they were subscribed. */
function sources(...drawn: readonly Observable<SyncEvent<Thing>>[]): {
  readonly source: Observable<SyncEvent<Thing>>;
  readonly subscribed: () => number;
} {
  let at = 0;

  return {
    source: defer(() => drawn[at++] ?? drawn.at(-1) ?? of()),
    subscribed: () => at,
  };
}

function run(
  m: Context,
  source: Observable<SyncEvent<Thing>>,
  milliseconds: number,
  options: RelistOn410Options = {},
): string[] {
  return told(
    m,
    source.pipe(relistOn410({ backOff: steady, ...options })),
    tellEvent,
    milliseconds,
  );
}

describe('relistOn410', () => {
  it(
    'starts over with a new list that says why',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './relist-on-410.ts', ['source', 'again', 'result']);
      const first = m.cold(rows.source, events, expired());
      const again = m.cold(rows.again, events);
      const { source } = sources(first, again);
      m.expect(
        source.pipe(relistOn410({ backOff: () => 3 })),
        untilEndOf(rows.result),
      ).toBeObservable(rows.result, events);
      m.expect(first).toHaveSubscriptions('^-----!');
      m.expect(again).toHaveSubscriptions('---------^-------!');
    }),
  );

  it(
    'starts over with a new list that says why',
    marbles((m) => {
      // prettier-ignore
      {
        const first    = m.cold('sLc-a-#           ', events, expired());
        const second   = m.cold('         sLc-a-   '.trim(), events);
        const unsub    =        '^--------------!  ';
        const firstSub =        '^-----!           ';
        const nextSub  =        '---------^-----!  ';
        const expected =        'sLc-a-i--tLc-a-   ';
        const { source } = sources(first, second);
        m.expect(source.pipe(relistOn410({ backOff: () => 3 })), unsub).toBeObservable(expected, events);
        m.expect(first).toHaveSubscriptions(firstSub);
        m.expect(second).toHaveSubscriptions(nextSub);
      }
    }),
  );

  it(
    'passes on everything of a source that does not fail, and completes with it',
    marbles((m) => {
      for (const drawn of ['-', '|', '--|', 'sLcwadB|', 'sLc-']) {
        const source = m.cold(drawn, events);
        m.expect(source.pipe(relistOn410())).toBeObservable(drawn, events);
      }
    }),
  );

  it.each([
    { what: 'an expired position', error: expired() },
    { what: 'Gone', error: statusFailure(0, 'Gone') },
    {
      what: 'a compacted version',
      error: statusFailure(500, '', 'etcdserver: mvcc: required revision has been compacted'),
    },
    {
      what: 'a version that is too large',
      error: new StatusError({
        code: 504,
        reason: 'Timeout',
        serverMessage: TOO_LARGE.message,
        details: TOO_LARGE.details,
      }),
    },
    {
      what: 'a frame that does not decode',
      error: new DecodeError({ problem: 'json', path: '', expected: 'JSON' }),
    },
    { what: 'a missing resource', error: statusFailure(404) },
    { what: 'a corrupt object', error: statusFailure(500, 'StorageReadError') },
    { what: 'short watches', error: new ProtocolError({ rule: 'shortWatch', problem: 'short' }) },
    { what: 'a stuck watch', error: new ProtocolError({ rule: 'stuckWatch', problem: 'stuck' }) },
  ])('relists after $what', ({ error }) => {
    marbles((m) => {
      const { source, subscribed } = sources(m.cold('sLc#', events, error), m.cold('sLc', events));
      run(m, source, 60_000);

      expect(subscribed()).toBe(2);
    })();
  });

  it.each([
    { what: 'a cut', error: reset() },
    { what: 'a refusal', error: statusFailure(403) },
    { what: 'a wrong request', error: statusFailure(400) },
    { what: 'a failing server', error: statusFailure(500) },
    {
      what: 'an unfinished list',
      error: new ProtocolError({ rule: 'unfinishedList', problem: 'no' }),
    },
    { what: 'an exception', error: new TypeError('user') },
  ])('passes on $what', ({ error }) => {
    marbles((m) => {
      const source = m.cold('sLc#', events, error);
      m.expect(source.pipe(relistOn410())).toBeObservable('sLc#', events, error);
      m.expect(source).toHaveSubscriptions('^--!');
    })();
  });

  it(
    'spreads the first relist, and backs off while no healthy watch lies between',
    marbles((m) => {
      const { source } = sources(m.cold('sLcw#', events, expired()));
      const log = run(m, source, 1_030);

      expect(log.filter((line) => line.includes(' i '))).toEqual([
        '4 i 410, 0 ms',
        '8 i 410, 100 ms',
        '112 i 410, 200 ms',
        '316 i 410, 300 ms',
        '620 i 410, 400 ms',
        '1024 i 410, 500 ms',
      ]);
    }),
  );

  it(
    'takes every fault that is not expiry for one failure from the start',
    marbles((m) => {
      const error = new DecodeError({ problem: 'json', path: '', expected: 'JSON' });
      const { source } = sources(m.cold('sLc#', events, error));
      const log = run(m, source, 310);

      expect(log.filter((line) => line.includes(' i '))).toEqual([
        '3 i DecodeError json, 100 ms',
        '106 i DecodeError json, 200 ms',
        '309 i DecodeError json, 300 ms',
      ]);
    }),
  );

  it.each([
    { what: 'a watch of 30 s', watch: 'w 30s #' },
    { what: 'an event after 10 s', watch: 'w 10s a#' },
    { what: 'a removal after 10 s', watch: 'w 10s d#' },
    { what: 'a bookmark after 10 s', watch: 'w 10s B#' },
    { what: 'a healthy watch and a short one', watch: 'w 30s w#' },
  ])('forgets its failures after $what', ({ watch }) => {
    marbles((m) => {
      const failing = m.cold('sLc#', events, expired());
      const { source } = sources(failing, failing, m.cold(`sLc${watch}`, events, expired()));
      const log = run(m, source, 60_000).filter((line) => line.includes(' i '));

      expect(log.map((line) => line.replace(/^.*, /u, '')).slice(0, 3)).toEqual([
        '0 ms',
        '100 ms',
        '0 ms',
      ]);
    })();
  });

  it.each([
    { what: 'a watch of less than 30 s', watch: 'w 29s #' },
    { what: 'an event within 10 s', watch: 'w 9s a#' },
    { what: 'a long list', watch: ' 60s #' },
  ])('does not forget them after $what', ({ watch }) => {
    marbles((m) => {
      const failing = m.cold('sLc#', events, expired());
      const { source } = sources(failing, failing, m.cold(`sLc${watch}`, events, expired()));
      const log = run(m, source, 90_000).filter((line) => line.includes(' i '));

      expect(log[2]).toMatch(/200 ms$/u);
    })();
  });

  it(
    'waits at least as long as the server asks',
    marbles((m) => {
      const error = new StatusError({
        code: 410,
        reason: '',
        serverMessage: '',
        retryAfter: 7_000,
      });
      const { source } = sources(m.cold('sLc#', events, error), m.cold('sLc', events));

      expect(run(m, source, 10_000)).toContain('7003 s because 410');
    }),
  );

  it(
    'does what onFault says, and asks it once for each failure',
    marbles((m) => {
      const asked: string[] = [];
      const { source, subscribed } = sources(
        m.cold('sLc#', events, reset()),
        m.cold('sLc#', events, expired()),
      );
      const log = run(m, source, 10_000, {
        onFault: (error, next) => {
          asked.push(`${error._tag} ${next}`);

          return next === 'again' ? 'relist' : 'final';
        },
      });

      expect(asked).toEqual(['TransportError again', 'StatusError relist']);
      expect(log.at(-1)).toBe('106 # 410');
      expect(subscribed()).toBe(2);
    }),
  );

  it.each(['onFault', 'backOff'])('errors with an exception of %s as it is', (callback) => {
    marbles((m) => {
      const source = m.cold('sL#', events, expired());
      const throwing = (): never => {
        throw new TypeError('user');
      };
      m.expect(source.pipe(relistOn410({ [callback]: throwing }))).toBeObservable(
        'sL#',
        events,
        new TypeError('user'),
      );
      m.expect(source).toHaveSubscriptions('^-!');
    })();
  });

  it(
    'survives a source that fails synchronously for ever',
    marbles((m) => {
      const { source, subscribed } = sources(throwError(() => expired()));
      run(m, source, 5_000, { backOff: () => 1 });

      expect(subscribed()).toBe(5_000);
    }),
  );

  it(
    'leaves nothing behind when it is unsubscribed',
    marbles((m) => {
      for (const unsub of ['^-!', '^-----!', '^-------!']) {
        const source = m.cold('sLc-#', events, expired());
        m.expect(source.pipe(relistOn410({ backOff: () => 3 })), unsub).toBeObservable(
          'sLc-i--t'.slice(0, unsub.length - 1),
          events,
        );
      }
      m.flush();

      expect(m.scheduler.actions).toEqual([]);
    }),
  );

  it(
    'shares nothing between subscribers',
    marbles((m) => {
      const source = m.cold('sL#', events, expired());
      const relisted = source.pipe(relistOn410({ backOff: (failures) => 3 + failures }));
      m.expect(relisted, '^---------!').toBeObservable('sLi--tLj--', {
        ...events,
        j: { _tag: 'Interrupted', error: expired(), retryInMs: 4 },
      });
      m.expect(relisted, '----^---!').toBeObservable('----sLi-', events);
      m.expect(source).toHaveSubscriptions(['^-!', '----^-!', '-----^-!']);
    }),
  );
});
