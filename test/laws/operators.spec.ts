import { Observable, Subject, concat, of, take, takeUntil, throwError, timer } from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import { marbles } from '../support/marbles.js';
import { controlOperators, otherControlExports } from './control-table.js';
import { type Entry, operators, others } from './table.js';

const table = Object.entries({ ...operators, ...controlOperators }).map(([name, entry]) => ({
  name,
  entry,
}));
const callbacks = table.flatMap(({ name, entry }) =>
  Object.entries(entry.callbacks).map(([callback, given]) => ({ name, callback, given })),
);

/** Watches a source: how often it was subscribed, and how often it is now. */
function watched<T>(source: Observable<T>): {
  readonly source: Observable<T>;
  readonly count: { subscribed: number; open: number };
} {
  const count = { subscribed: 0, open: 0 };

  return {
    count,
    source: new Observable((subscriber) => {
      count.subscribed++;
      count.open++;
      subscriber.add(() => {
        count.open--;
      });

      return source.subscribe(subscriber);
    }),
  };
}

/** All that a stream gives within a minute of virtual time. */
function record(m: Context, stream: Observable<unknown>): unknown[] {
  const log: unknown[] = [];
  const subscription = stream.subscribe({
    next: (value) => log.push(value),
    error: (error: unknown) => log.push({ error }),
    complete: () => log.push('|'),
  });
  timer(60_000).subscribe(() => {
    subscription.unsubscribe();
  });
  m.flush();

  return log;
}

function once({ value }: Entry): Observable<unknown> {
  return concat(of(value), new Observable<never>());
}

describe('the table of laws', () => {
  it('has an entry for each operator that is exported', async () => {
    const exported = Object.keys(await import('@rxkube/operators'));

    expect([...Object.keys(operators), ...others].sort()).toEqual(exported.sort());
  });

  it('has an entry for each operator that control exports', async () => {
    const exported = Object.keys(await import('@rxkube/control'));

    expect([...Object.keys(controlOperators), ...otherControlExports].sort()).toEqual(
      exported.sort(),
    );
  });
});

describe('a law of all operators:', () => {
  it.each(table)('$name does nothing before it is subscribed', ({ entry }) => {
    marbles((m) => {
      const { source, count } = watched(once(entry));
      const stream = entry.over(source);
      m.flush();

      expect(count.subscribed).toBe(0);

      stream.subscribe().unsubscribe();

      expect(count.subscribed).toBe(1);
    })();
  });

  it.each(table)('$name passes on a final failure once, and as the same object', ({ entry }) => {
    marbles((m) => {
      const { source, count } = watched(throwError(() => entry.failure));
      const log = record(m, entry.over(source));
      const last = log.at(-1) as { readonly error?: unknown };

      expect(last.error).toBe(entry.failure);
      expect(count).toEqual({ subscribed: 1, open: 0 });
    })();
  });

  it.each(table)('$name closes its source and its timers when it is unsubscribed', ({ entry }) => {
    marbles((m) => {
      for (const milliseconds of [0, 1, 2, 3, 2_000]) {
        const { source, count } = watched(m.cold('--v----', { v: entry.value }));
        const subscription = entry.over(source).subscribe();
        const left: number[] = [];
        timer(milliseconds).subscribe(() => {
          left.push(count.open);
          subscription.unsubscribe();
          left.push(count.open);
        });
        m.flush();

        expect(left).toEqual([1, 0]);
        expect(m.scheduler.actions).toEqual([]);
      }
    })();
  });

  it.each(table)('$name shares nothing between two subscribers', ({ entry }) => {
    marbles((m) => {
      const { source, count } = watched(once(entry));
      const stream = entry.over(source);
      const first = record(m, stream);
      const second = record(m, stream);

      expect(second.length).toBe(first.length);
      expect(count.subscribed % 2).toBe(0);
      expect(count.subscribed).toBeGreaterThanOrEqual(2);
      expect(count.open).toBe(0);
    })();
  });

  it.each(table)('$name stops a source that emits synchronously', ({ entry }) => {
    marbles((m) => {
      let made = 0;
      const got: unknown[] = [];
      const { source, count } = watched(
        entry.endless(() => {
          made++;
        }),
      );
      entry
        .over(source)
        .pipe(take(1))
        .subscribe((value) => got.push(value));

      expect(got).toHaveLength(1);
      expect(made).toBeLessThanOrEqual(1);
      expect(count.open).toBe(0);

      m.flush();

      expect(got).toHaveLength(1);
      expect(m.scheduler.actions).toEqual([]);
    })();
  });

  it.each(table)(
    '$name emits nothing to a subscriber that unsubscribes while a value arrives',
    ({ entry }) => {
      marbles((m) => {
        const subject = new Subject<unknown>();
        const enough = new Subject<void>();
        let got = 0;
        entry
          .over(subject)
          .pipe(takeUntil(enough))
          .subscribe(() => {
            got++;
            enough.next();
          });
        subject.next(entry.value);
        subject.next(entry.value);
        m.flush();

        expect(got).toBe(1);
        expect(subject.observed).toBe(false);
        expect(m.scheduler.actions).toEqual([]);
      })();
    },
  );

  it.each(table)('$name takes a value that comes while it gives one', ({ entry }) => {
    marbles((m) => {
      const subject = new Subject<unknown>();
      const got: unknown[] = [];
      let again = true;
      const subscription = entry.over(subject).subscribe((value) => {
        got.push(value);
        if (!again) return;
        again = false;
        subject.next(entry.value);
      });
      subject.next(entry.value);
      timer(10).subscribe(() => {
        subscription.unsubscribe();
      });
      m.flush();

      expect(got.length).toBeGreaterThan(0);
      expect(subject.observed).toBe(false);
    })();
  });

  it.each(table)('$name gives nothing behind its end', ({ entry }) => {
    marbles((m) => {
      const subject = new Subject<unknown>();
      const log: string[] = [];
      entry.over(subject).subscribe({
        next: () => log.push('next'),
        error: () => log.push('error'),
        complete: () => log.push('complete'),
      });
      subject.error(entry.failure);
      const before = [...log];
      subject.next(entry.value);
      m.flush();

      expect(before.at(-1)).toBe('error');
      expect(log).toEqual(before);
      expect(m.scheduler.actions).toEqual([]);
    })();
  });

  it.each(callbacks)(
    '$name errors with an exception of $callback as it is, and does not try again',
    ({ given }) => {
      marbles((m) => {
        const thrown = new TypeError('user');
        let called = 0;
        const { value, failure } = given;
        const { source, count } = watched(
          concat(
            of(value),
            failure === undefined ? new Observable<never>() : throwError(() => failure),
          ),
        );
        const log = record(
          m,
          given.over(source, () => {
            called++;
            throw thrown;
          }),
        );
        const last = log.at(-1) as { readonly error?: unknown };

        expect(last.error).toBe(thrown);
        expect(called).toBe(1);
        expect(count.open).toBe(0);
        expect(count.subscribed).toBeLessThanOrEqual(2);
      })();
    },
  );
});
