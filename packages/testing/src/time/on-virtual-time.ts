import { type Observable, asyncScheduler } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';

import { errorLine } from '../lines/error-line.js';

/** The notifications of a stream, with their times. @since 0.1.0 */
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
  /** Runs an action at a moment. */
  at(milliseconds: number, action: () => void): void;
  /**
   * Subscribes to a stream now, and records what it does until a moment. An endless stream needs that moment, since
   * `run` waits for all timers.
   */
  record<T>(stream: Observable<T>, until: number): Recording<T>;
  /** Runs until no timer is left. */
  run(): void;
  /** Runs up to a moment, and leaves later timers waiting. */
  runTo(milliseconds: number): void;
  /**
   * Records a stream until a moment, runs, and returns {@link storyOf} the recording.
   *
   * ```ts
   * time.story(listPages(transport, { resource: pods }), eventLine, 60_000); // ['0 s', '5 L a/7', '5 c 10', '5 |']
   * ```
   */
  story<T>(stream: Observable<T>, line: (value: T) => string, until: number): string[];
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
 * - The schedulers of RxJS follow it on their own. Promises and the timers of the platform do not.
 *
 * @returns what the test returns.
 * @since 0.1.0
 */
export function onVirtualTime<R>(test: (time: VirtualTime) => R): R {
  // The test compares, not the scheduler.
  const scheduler = new TestScheduler(() => undefined);

  return scheduler.run(() => test(virtualTimeOf(scheduler)));
}

/**
 * The clock of a marble test: use it inside `TestScheduler.run`.
 *
 * ```ts
 * const scheduler = new TestScheduler(() => undefined); // of rxjs/testing
 *
 * scheduler.run(({ cold }) => {
 *   const time = virtualTimeOf(scheduler);
 *   expect(time.story(cold('-a|'), String, 10)).toEqual(['1 a', '2 |']);
 * });
 * ```
 *
 * @since 0.1.0
 */
export function virtualTimeOf(scheduler: TestScheduler): VirtualTime {
  const time: VirtualTime = {
    now: () => scheduler.now(),
    at: (milliseconds, action) => {
      asyncScheduler.schedule(action, milliseconds - scheduler.now());
    },
    record: (stream, until) => record(stream, until, scheduler),
    run: () => {
      scheduler.flush();
    },
    runTo: (milliseconds) => {
      asyncScheduler.schedule(() => undefined, milliseconds - scheduler.now());
      scheduler.maxFrames = milliseconds;
      scheduler.flush();
      scheduler.maxFrames = Infinity;
    },
    story: (stream, line, until) => {
      const recording = record(stream, until, scheduler);
      scheduler.flush();

      return storyOf(recording, line);
    },
  };

  return time;
}

/**
 * Writes one line for each thing that a stream did: its time and the value, `|` for the completion, or `#` and the
 * {@link errorLine} for a failure.
 *
 * @since 0.1.0
 */
export function storyOf<T>(recording: Recording<T>, line: (value: T) => string): string[] {
  const { values, failure, completedAt } = recording;

  return [
    ...values.map(({ at, value }) => `${String(at)} ${line(value)}`),
    ...(failure === undefined ? [] : [`${String(failure.at)} # ${errorLine(failure.error)}`]),
    ...(completedAt === undefined ? [] : [`${String(completedAt)} |`]),
  ];
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
