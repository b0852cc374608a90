import { Observable, Subject, range, take } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { untilClosed } from './until-closed.js';

function linked(source: Observable<number>): Observable<number> {
  return new Observable((subscriber) => {
    source.pipe(untilClosed(subscriber)).subscribe({
      next: (value) => {
        subscriber.next(value);
      },
    });
  });
}

describe('untilClosed', () => {
  it('stops a source while it emits synchronously', () => {
    const made: number[] = [];
    const counting = new Observable<number>((subscriber) => {
      for (let n = 0; n < 100 && !subscriber.closed; n++) {
        made.push(n);
        subscriber.next(n);
      }
    });
    linked(counting).pipe(take(2)).subscribe();

    expect(made).toEqual([0, 1]);
  });

  it('closes a source that emits later', () => {
    const source = new Subject<number>();
    const subscription = linked(source).subscribe();

    expect(source.observed).toBe(true);

    subscription.unsubscribe();

    expect(source.observed).toBe(false);
  });

  it('lets everything pass until then', () => {
    const got: number[] = [];
    linked(range(0, 3)).subscribe((value) => got.push(value));

    expect(got).toEqual([0, 1, 2]);
  });
});
