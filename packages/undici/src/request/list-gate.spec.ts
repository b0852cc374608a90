import { EMPTY, NEVER, Observable, Subject, VirtualTimeScheduler, defer, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { listGate } from './list-gate.js';

describe('listGate', () => {
  it('subscribes at most as many sources as the limit, in the order of arrival', () => {
    const pass = listGate(2);
    const started: number[] = [];
    const ends = [0, 1, 2, 3].map(() => new Subject<never>());
    for (const [index, end] of ends.entries()) {
      defer(() => {
        started.push(index);

        return end;
      })
        .pipe(pass())
        .subscribe();
    }

    expect(started).toEqual([0, 1]);
    ends[1]?.complete();
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.complete();
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('frees a place after an error', () => {
    const pass = listGate(1);
    const failing = new Subject<never>();
    const seen: string[] = [];
    failing.pipe(pass()).subscribe({ error: () => seen.push('failed') });
    EMPTY.pipe(pass()).subscribe({ complete: () => seen.push('second') });
    failing.error(new Error('cut'));

    expect(seen).toEqual(['failed', 'second']);
  });

  it('frees a place after an unsubscription, and forgets a source that is unsubscribed while it waits', () => {
    const pass = listGate(1);
    let subscribed = 0;
    const counted = new Observable<never>(() => {
      subscribed += 1;
    });
    const first = NEVER.pipe(pass()).subscribe();
    const second = counted.pipe(pass()).subscribe();
    counted.pipe(pass()).subscribe();
    second.unsubscribe();
    first.unsubscribe();

    expect(subscribed).toBe(1);
  });

  it('F9 gives a place back after 30 s, and leaves the slow source subscribed', () => {
    const scheduler = new VirtualTimeScheduler();
    const pass = listGate(1, scheduler);
    const slow = new Subject<never>();
    const times: number[] = [];
    slow.pipe(pass()).subscribe();
    for (let index = 0; index < 2; index += 1) {
      defer(() => {
        times.push(scheduler.now());

        return NEVER;
      })
        .pipe(pass())
        .subscribe();
    }
    scheduler.maxFrames = 70_000;
    scheduler.flush();

    expect(times).toEqual([30_000, 60_000]);
    expect(slow.observed).toBe(true);
  });

  it('survives many sources that fail at once', () => {
    const pass = listGate(1);
    const blocker = new Subject<never>();
    let failed = 0;
    blocker.pipe(pass()).subscribe();
    for (let index = 0; index < 20_000; index += 1) {
      throwError(() => new Error('refused'))
        .pipe(pass())
        .subscribe({
          error: () => {
            failed += 1;
          },
        });
    }
    blocker.complete();

    expect(failed).toBe(20_000);
  });

  it('admits a source that another one starts when it completes', () => {
    const pass = listGate(1);
    let done = false;
    EMPTY.pipe(pass()).subscribe({
      complete: () => {
        EMPTY.pipe(pass()).subscribe({
          complete: () => {
            done = true;
          },
        });
      },
    });

    expect(done).toBe(true);
  });
});
