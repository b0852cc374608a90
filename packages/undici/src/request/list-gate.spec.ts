import { EMPTY, NEVER, Observable, Subject, VirtualTimeScheduler, defer, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { ListGate } from './list-gate.js';

describe('ListGate', () => {
  it('subscribes at most as many sources as the limit, in the order of arrival', () => {
    const gate = new ListGate(2);
    const started: number[] = [];
    const ends = [0, 1, 2, 3].map(() => new Subject<never>());
    for (const [index, end] of ends.entries()) {
      defer(() => {
        started.push(index);

        return end;
      })
        .pipe(gate.pass({}))
        .subscribe();
    }

    expect(started).toEqual([0, 1]);
    ends[1]?.complete();
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.complete();
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('frees a place after an error', () => {
    const gate = new ListGate(1);
    const failing = new Subject<never>();
    const seen: string[] = [];
    failing.pipe(gate.pass({})).subscribe({ error: () => seen.push('failed') });
    EMPTY.pipe(gate.pass({})).subscribe({ complete: () => seen.push('second') });
    failing.error(new Error('cut'));

    expect(seen).toEqual(['failed', 'second']);
  });

  it('frees a place after an unsubscription, and forgets a source that is unsubscribed while it waits', () => {
    const gate = new ListGate(1);
    let subscribed = 0;
    const counted = new Observable<never>(() => {
      subscribed += 1;
    });
    const first = NEVER.pipe(gate.pass({})).subscribe();
    const second = counted.pipe(gate.pass({})).subscribe();
    counted.pipe(gate.pass({})).subscribe();
    second.unsubscribe();
    first.unsubscribe();

    expect(subscribed).toBe(1);
  });

  it('F9 gives a place back after 30 s, and leaves the slow source subscribed', () => {
    const scheduler = new VirtualTimeScheduler();
    const gate = new ListGate(1, scheduler);
    const slow = new Subject<never>();
    const times: number[] = [];
    slow.pipe(gate.pass({})).subscribe();
    for (let index = 0; index < 2; index += 1) {
      defer(() => {
        times.push(scheduler.now());

        return NEVER;
      })
        .pipe(gate.pass({}))
        .subscribe();
    }
    scheduler.maxFrames = 70_000;
    scheduler.flush();

    expect(times).toEqual([30_000, 60_000]);
    expect(slow.observed).toBe(true);
  });

  it('F9 says how many lists are before a request that waits, and when it is sent at the latest', () => {
    const scheduler = new VirtualTimeScheduler();
    const gate = new ListGate(2, scheduler);
    const requests = Array.from({ length: 6 }, (_, at) => ({ at }));
    for (const request of requests) {
      scheduler.schedule(() => NEVER.pipe(gate.pass(request)).subscribe(), request.at * 1_000);
    }
    scheduler.maxFrames = 10_000;
    scheduler.flush();
    scheduler.frame = 10_000;

    expect(requests.map((request) => gate.waitOf(request))).toEqual([
      undefined,
      undefined,
      { ahead: 2, sentWithin: 20_000 },
      { ahead: 3, sentWithin: 21_000 },
      { ahead: 4, sentWithin: 50_000 },
      { ahead: 5, sentWithin: 51_000 },
    ]);

    scheduler.maxFrames = 62_000;
    scheduler.flush();

    expect(requests.map((request) => gate.waitOf(request)).filter(Boolean)).toEqual([]);
  });

  it('survives many sources that fail at once', () => {
    const gate = new ListGate(1);
    const blocker = new Subject<never>();
    let failed = 0;
    blocker.pipe(gate.pass({})).subscribe();
    for (let index = 0; index < 20_000; index += 1) {
      throwError(() => new Error('refused'))
        .pipe(gate.pass({}))
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
    const gate = new ListGate(1);
    let done = false;
    EMPTY.pipe(gate.pass({})).subscribe({
      complete: () => {
        EMPTY.pipe(gate.pass({})).subscribe({
          complete: () => {
            done = true;
          },
        });
      },
    });

    expect(done).toBe(true);
  });
});
