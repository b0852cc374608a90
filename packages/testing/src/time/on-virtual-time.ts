import { type Observable, asyncScheduler } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';

/** What a stream did, each thing with its time. @since 0.1.0 */
export interface Recording<T> {
  readonly values: readonly { readonly at: number; readonly value: T }[];
  /** Set once the stream has failed. */
  readonly failure: { readonly at: number; readonly error: unknown } | undefined;
  /** Milliseconds; set once the stream has completed. */
  readonly completedAt: number | undefined;
  /** Ends the recording. */
  unsubscribe(): void;
}

/** The clock of one test. @since 0.1.0 */
export interface VirtualTime {
  /** Milliseconds since the test began. */
  now(): number;
  /** Does something at a moment. */
  at(milliseconds: number, action: () => void): void;
  /**
   * Subscribes a stream now and writes down what it does, until it is unsubscribed at a moment. A stream that
   * never ends needs that moment, or time would never run out.
   */
  record<T>(stream: Observable<T>, until: number): Recording<T>;
  /** Lets all the time pass that anything waits for. */
  run(): void;
}

/**
 * Runs a test on virtual time: hours pass at once, and in order.
 *
 * ```ts
 * onVirtualTime((time) => {
 *   const seen = time.record(snapshots(transport, pods), 60_000);
 *   time.run();
 *   expect(seen.values.at(-1)?.value.phase).toBe('live');
 * });
 * ```
 *
 * - RxJS's own schedulers follow it, without being told. Promises and the timers of the platform do not.
 *
 * @returns what the test returns.
 * @since 0.1.0
 */
export function onVirtualTime<R>(test: (time: VirtualTime) => R): R {
  // Nothing is compared by the scheduler itself.
  const scheduler = new TestScheduler(() => undefined);

  return scheduler.run(({ flush }) =>
    test({
      now: () => scheduler.now(),
      at: (milliseconds, action) => {
        asyncScheduler.schedule(action, milliseconds - scheduler.now());
      },
      record: (stream, until) => record(stream, until, scheduler),
      run: flush,
    }),
  );
}

function record<T>(stream: Observable<T>, until: number, scheduler: TestScheduler): Recording<T> {
  const values: { readonly at: number; readonly value: T }[] = [];
  let failure: Recording<T>['failure'];
  let completedAt: number | undefined;
  const subscription = stream.subscribe({
    next: (value) => {
      values.push({ at: scheduler.now(), value });
    },
    error: (error: unknown) => {
      failure = { at: scheduler.now(), error };
    },
    complete: () => {
      completedAt = scheduler.now();
    },
  });
  asyncScheduler.schedule(() => {
    subscription.unsubscribe();
  }, until - scheduler.now());

  return {
    values,
    get failure() {
      return failure;
    },
    get completedAt() {
      return completedAt;
    },
    unsubscribe: () => {
      subscription.unsubscribe();
    },
  };
}
