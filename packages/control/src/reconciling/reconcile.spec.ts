import { type CacheSnapshot, type SyncEvent, cacheReduce } from '@rxkube/operators';
import { type ConfigMap, TransportError } from '@rxkube/protocol';
import {
  applied,
  configMap,
  deleted,
  interrupted,
  listCompleted,
  listStarted,
  listed,
  onVirtualTime,
  shortForm,
} from '@rxkube/testing';
import {
  NEVER,
  Observable,
  Subject,
  concat,
  defer,
  ignoreElements,
  of,
  throwError,
  timer,
} from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type ReconcileOptions } from './reconcile-options.js';
import { reconcile } from './reconcile.js';
import { type Reconciled, type Run, type RunHandler } from './run.js';

type Events = readonly (readonly [at: number, event: SyncEvent<ConfigMap> | 'END' | Error])[];

const list = (version: string, ...shorts: string[]): SyncEvent<ConfigMap>[] => [
  listStarted(),
  listed(shorts.map((short) => configMap(short))),
  listCompleted(version),
];

/** The events of a list at a time. */
function at(time: number, events: readonly SyncEvent<ConfigMap>[]): Events {
  return events.map((event) => [time, event] as const);
}

const put = (time: number, short: string): Events => [[time, applied(configMap(short))]];
const drop = (time: number, short: string): Events => [[time, deleted(configMap(short))]];

interface Story {
  /** One line for each begin of a run, such as `5 a@u1/7 change`. */
  readonly begun: string[];
  /** One line for each end of a run, such as `9 ns1/a done`. */
  readonly ended: string[];
  readonly runs: Run<ConfigMap>[];
  readonly results: Reconciled[];
}

/** Runs a controller over events, and records the times of its runs. */
function story(
  events: readonly Events[],
  handler: RunHandler<ConfigMap>,
  options: ReconcileOptions<ConfigMap> & { readonly until?: number } = {},
): Story {
  const { until = 10_000_000, ...rest } = options;

  return onVirtualTime((time) => {
    const source = new Subject<SyncEvent<ConfigMap>>();
    const runs: Run<ConfigMap>[] = [];
    const begun: string[] = [];
    for (const [when, event] of events.flat()) {
      time.at(when, () => {
        if (event === 'END') source.complete();
        else if (event instanceof Error) source.error(event);
        else source.next(event);
      });
    }
    const seen = time.record(
      source.pipe(
        cacheReduce<ConfigMap>(),
        reconcile(
          (run) => {
            const { object, last, why, attempt } = run;
            const short =
              object === undefined ? `gone ${last?.metadata.uid ?? ''}` : shortForm(object);
            begun.push(
              `${String(time.now())} ${short} ${why}${attempt > 1 ? ` #${String(attempt)}` : ''}`,
            );
            runs.push(run);

            return handler(run);
          },
          { random: () => 0, ...rest },
        ),
      ),
      until,
    );
    time.run();
    const ended = seen.values.map(({ at: when, value }) => {
      const retry = value.retryInMs === undefined ? '' : ` +${String(value.retryInMs)}`;

      return `${String(when)} ${value.key} ${value.outcome}${retry}`;
    });
    if (seen.completedAt !== undefined) ended.push(`${String(seen.completedAt)} |`);
    if (seen.failure !== undefined)
      ended.push(`${String(seen.failure.at)} # ${String(seen.failure.error)}`);

    return { begun, ended, runs, results: seen.values.map(({ value }) => value) };
  });
}

const takes = (milliseconds: number) => () => timer(milliseconds).pipe(ignoreElements());
const failing = (times: number): RunHandler<ConfigMap> => {
  let left = times;

  return () => {
    if (left-- > 0) throw new Error('no');
  };
};

describe('reconcile', () => {
  it('runs once per key with the newest state, and tells a deletion by a run of its own', () => {
    const { begun, ended } = story(
      [
        at(0, list('1', 'a@u1/1')),
        put(2, 'a@u1/2'),
        put(3, 'a@u1/3'),
        drop(13, 'a@u1/4'),
        [[30, 'END']],
      ],
      takes(4),
    );
    expect(begun).toEqual(['0 a@u1/1 list', '4 a@u1/3 change', '13 gone u1 deletion']);
    expect(ended).toEqual(['4 ns1/a done', '8 ns1/a done', '17 ns1/a done', '30 |']);
  });

  it('tells each of several deletions in order, before the successor', () => {
    const { begun, results } = story(
      [
        at(0, list('1', 'a@u1/1')),
        drop(1, 'a@u1/2'),
        put(1, 'a@u2/3'),
        drop(1, 'a@u2/4'),
        put(1, 'a@u3/5'),
      ],
      takes(4),
    );
    expect(begun).toEqual([
      '0 a@u1/1 list',
      '4 gone u1 deletion',
      '8 gone u2 deletion',
      '12 a@u3/5 change',
    ]);
    expect(results.map(({ uid }) => uid)).toEqual(['u1', 'u1', 'u2', 'u3']);
  });

  it('holds a successor back until the deletion before it has been handled', () => {
    let failures = 2;
    const { begun } = story(
      [at(0, list('1', 'a@u1/1')), drop(1, 'a@u1/2'), put(1, 'a@u2/3')],
      ({ object }) => {
        if (object === undefined && failures-- > 0) throw new Error('no');
      },
    );
    expect(begun).toEqual([
      '0 a@u1/1 list',
      '1 gone u1 deletion',
      '1 gone u1 retry #2',
      '201 gone u1 retry #3',
      '201 a@u2/3 change',
    ]);
  });

  it('runs nothing before the first set is complete, and goes on while interrupted', () => {
    const cut = new TransportError({ phase: 'body', problem: 'cut' });
    const { begun } = story(
      [
        [
          [0, listStarted()],
          [5, listed([configMap('a@u1/1')])],
          [9, listCompleted('1')],
          [10, interrupted(cut, 1_000)],
        ],
      ],
      (run) => (run.why === 'list' ? { after: 5 } : undefined),
    );
    expect(begun).toEqual(['9 a@u1/1 list', '14 a@u1/1 after']);
  });

  it('retries after a back-off that grows, and starts over after a success', () => {
    const { begun, ended } = story([at(0, list('1', 'a@u1/1'))], failing(3));
    expect(begun).toEqual([
      '0 a@u1/1 list',
      '100 a@u1/1 retry #2',
      '300 a@u1/1 retry #3',
      '700 a@u1/1 retry #4',
    ]);
    expect(ended.slice(0, 2)).toEqual(['0 ns1/a failed +100', '100 ns1/a failed +200']);
    expect(ended.at(-1)).toBe('700 ns1/a done');
  });

  it('runs a change during the back-off at once, and keeps the count of failures', () => {
    const { begun } = story([at(0, list('1', 'a@u1/1')), put(50, 'a@u1/2')], failing(2));
    expect(begun).toEqual(['0 a@u1/1 list', '50 a@u1/2 change #2', '250 a@u1/2 retry #3']);
  });

  it.each<[string, RunHandler<ConfigMap>]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['errors', () => throwError(() => new Error('no'))],
  ])('takes a handler that %s for failed', (_name, handler) => {
    const { results } = story([at(0, list('1', 'a@u1/1'))], handler, { until: 50 });
    expect(results.map(({ outcome, error }) => [outcome, String(error)])).toEqual([
      ['failed', 'Error: no'],
    ]);
  });

  it('takes a promise that rejects for failed', async () => {
    const results = await new Promise<string>((resolve) => {
      of(...list('1', 'a@u1/1'))
        .pipe(
          cacheReduce<ConfigMap>(),
          reconcile(() => Promise.reject(new Error('no'))),
        )
        .subscribe(({ outcome, error }) => {
          resolve(`${outcome} ${String(error)}`);
        });
    });
    expect(results).toBe('failed Error: no');
  });

  it('retries a final error only after a change', () => {
    const { begun, ended } = story([at(0, list('1', 'a@u1/1')), put(500, 'a@u1/2')], failing(1), {
      isFinal: () => true,
    });
    expect(begun).toEqual(['0 a@u1/1 list', '500 a@u1/2 change']);
    expect(ended).toEqual(['0 ns1/a final', '500 ns1/a done']);
  });

  it('limits the rate of all retries together', () => {
    const keys = Array.from({ length: 5 }, (_none, n) => `k${String(n)}@u${String(n)}/1`);
    const { begun } = story([at(0, list('1', ...keys))], failing(5), {
      retries: { perSecond: 1, burst: 2 },
    });
    expect(begun.slice(5).map((line) => line.split(' ')[0])).toEqual([
      '100',
      '100',
      '1000',
      '2000',
      '3000',
    ]);
  });

  it('runs again after the time that the handler asks for, unless the object changes earlier', () => {
    const { begun, ended } = story(
      [at(0, list('1', 'a@u1/1', 'b@u2/1')), put(400, 'b@u2/2')],
      ({ why }) => (why === 'list' ? of({ after: 1_000 }) : undefined),
    );
    expect(begun).toEqual([
      '0 a@u1/1 list',
      '0 b@u2/1 list',
      '400 b@u2/2 change',
      '1000 a@u1/1 after',
    ]);
    expect(ended[0]).toBe('0 ns1/a again');
  });

  it('does not run before its own write has come back', () => {
    const { begun } = story(
      [at(0, list('1', 'a@u1/1')), put(10, 'a@u1/2'), put(20, 'a@u1/3')],
      ({ why }) => (why === 'list' ? { until: timer(15) } : undefined),
    );
    expect(begun).toEqual(['0 a@u1/1 list', '15 a@u1/2 change', '20 a@u1/3 change']);
  });

  it.each([
    ['is never met', NEVER, 10_000],
    ['fails', throwError(() => new Error('no')), 0],
  ])('says that it may be behind if `until` %s', (_name, until, late) => {
    const { begun, runs } = story([at(0, list('1', 'a@u1/1'))], ({ why }) =>
      why === 'list' ? { until } : undefined,
    );
    expect(begun).toEqual(['0 a@u1/1 list', `${String(late)} a@u1/1 after`]);
    expect(runs.map(({ isBehind }) => isBehind)).toEqual([false, true]);
  });

  it('does not wait for its write once the object is gone', () => {
    const { begun } = story([at(0, list('1', 'a@u1/1')), drop(5, 'a@u1/2')], () => ({
      until: NEVER,
    }));
    expect(begun).toEqual(['0 a@u1/1 list', '5 gone u1 deletion']);
  });

  it('leaves out updates that leave the aspect as it is', () => {
    const labelled = (short: string, app: string): Events => [
      [0, applied(configMap(short, { metadata: { labels: { app } } }))],
    ];
    const { begun } = story(
      [
        at(0, list('1')),
        labelled('a@u1/1', 'x'),
        labelled('a@u1/2', 'x'),
        labelled('a@u1/3', 'y'),
        labelled('a@u2/4', 'y'),
      ],
      takes(0),
      { by: ({ metadata }) => metadata.labels },
    );
    expect(begun).toEqual(['0 a@u1/1 change', '0 gone u1 deletion', '0 a@u2/4 change']);
  });

  it('runs at most as many keys at a time as it may', () => {
    const { begun } = story([at(0, list('1', 'a@u1/1', 'b@u2/1', 'c@u3/1'))], takes(4), {
      concurrency: 2,
    });
    expect(begun.map((line) => line.split(' ')[0])).toEqual(['0', '0', '4']);
  });

  it('prefers changes to the first list, and starves neither', () => {
    const quiet = Array.from({ length: 20 }, (_none, n) => `q${String(n)}@q${String(n)}/1`);
    const busy = Array.from({ length: 400 }, (_none, n) => put(n, `busy@b/${String(n + 10)}`));
    const { begun } = story([at(0, list('1', ...quiet, 'busy@b/2')), ...busy], takes(1.2));
    const isQuiet = begun.map((line) => line.includes(' q'));
    expect(isQuiet.slice(1, 8)).toContain(false);
    // Each key of the second lane waits for at most eight runs for each key before it.
    expect(isQuiet.lastIndexOf(true)).toBeLessThanOrEqual(8 * 21);
  });

  it('runs all keys again after a while, with jitter', () => {
    const { begun } = story([at(0, list('1', 'a@u1/1'))], takes(1), {
      resync: 1_000,
      until: 2_000,
    });
    expect(begun).toEqual(['0 a@u1/1 list', '900 a@u1/1 resync', '1800 a@u1/1 resync']);
  });

  it('runs the keys that it is asked for', () => {
    const { begun } = story([at(0, list('1', 'a@u1/1'))], takes(1), {
      asked: concat(timer(50).pipe(ignoreElements()), of('ns1/a', 'ns1/none')),
    });
    expect(begun).toEqual(['0 a@u1/1 list', '50 a@u1/1 asked']);
  });

  it('finishes the runs that are due when its source completes, and retries none', () => {
    const { begun, ended } = story(
      [at(0, list('1', 'a@u1/1', 'b@u2/1')), [[1, 'END']]],
      ({ key }) =>
        concat(
          timer(4).pipe(ignoreElements()),
          key === 'ns1/b' ? throwError(() => new Error('no')) : of({ after: 5 }),
        ),
      { resync: 100 },
    );
    expect(begun).toEqual(['0 a@u1/1 list', '4 b@u2/1 list']);
    expect(ended.at(-1)).toBe('8 |');
  });

  it('waits for the condition of a key that has work, when its source completes', () => {
    const { begun, ended } = story(
      [at(0, list('1', 'a@u1/1')), put(1, 'a@u1/2'), [[2, 'END']]],
      ({ why }) => (why === 'list' ? { until: timer(50) } : undefined),
    );
    expect(begun).toEqual(['0 a@u1/1 list', '50 a@u1/2 change']);
    expect(ended.at(-1)).toBe('50 |');
  });

  it('aborts and errors when its source errors', () => {
    const { ended, runs } = story([at(0, list('1', 'a@u1/1')), [[3, new Error('cut')]]], takes(9));
    expect(ended).toEqual(['3 # Error: cut']);
    expect(runs[0]?.signal.aborted).toBe(false); // it was never asked for during the run
  });

  it('ends runs, signals and timers when you unsubscribe, at any time', () => {
    for (let until = 0; until < 40; until++) {
      onVirtualTime((time) => {
        let open = 0;
        const signals: AbortSignal[] = [];
        const work = new Observable<never>(() => {
          open++;

          return () => {
            open--;
          };
        });
        const recording = time.record(
          concat(of(...list('1', 'a@u1/1', 'b@u2/1', 'c@u3/1')), NEVER).pipe(
            cacheReduce<ConfigMap>(),
            reconcile(
              ({ key, signal }) => {
                if (key === 'ns1/a') throw new Error('no');
                if (key === 'ns1/b') return { after: 7, until: work };
                signals.push(signal);

                return work;
              },
              { concurrency: 2, resync: 20 },
            ),
          ),
          until,
        );
        time.run();
        expect(time.now()).toBe(until);
        expect(open).toBe(0);
        expect(signals.every(({ aborted }) => aborted)).toBe(true);
        recording.unsubscribe();
      });
    }
  });

  it('takes a writer that feeds its own source without a recursion', () => {
    const source = new Subject<CacheSnapshot<ConfigMap>>();
    const events = new Subject<SyncEvent<ConfigMap>>();
    const versions: string[] = [];
    events.pipe(cacheReduce<ConfigMap>()).subscribe(source);
    source
      .pipe(
        reconcile(({ object }) => {
          const version = object?.metadata.resourceVersion ?? '';
          versions.push(version);
          if (Number(version) < 20_000)
            events.next(applied(configMap(`a@u1/${String(Number(version) + 1)}`)));
        }),
      )
      .subscribe();
    for (const event of list('1', 'a@u1/1')) events.next(event);
    expect(versions).toHaveLength(20_000);
  });

  it('errors with an exception of `by` or `isFinal`', () => {
    const broken = (): never => {
      throw new Error('mine');
    };
    const events = [at(0, list('1', 'a@u1/1'))];
    expect(story(events, takes(1), { by: broken }).ended).toEqual(['0 # Error: mine']);
    expect(story(events, broken, { isFinal: broken }).ended).toEqual(['0 # Error: mine']);
  });

  it('keeps the subscriptions of one operator apart', () => {
    const operator = reconcile<ConfigMap>(() => undefined);
    const source = defer(() => of(...list('1', 'a@u1/1'))).pipe(cacheReduce<ConfigMap>());
    const counts = [0, 1].map((index) => {
      let count = 0;
      operator(source).subscribe(() => count++);

      return count + index - index;
    });
    expect(counts).toEqual([1, 1]);
  });

  it.each([
    [{ concurrency: 0 }, 'concurrency: must be a positive number, got 0'],
    [{ concurrency: 1.5 }, 'concurrency: must be a whole number, got 1.5'],
    [{ resync: -1 }, 'resync: must be a positive number, got -1'],
    [{ retries: { perSecond: 0, burst: 1 } }, 'retries.perSecond: must be a positive number'],
    [{ by: 'x' }, 'by: must be a function, got string'],
    [{ asked: [] }, 'asked: must be an Observable'],
    [{ workers: 2 }, 'workers: is not an option'],
    [null, 'options: must be an object'],
  ])('refuses the options %j', (options, problem) => {
    expect(() => reconcile(() => undefined, options as never)).toThrow(problem);
  });
});
