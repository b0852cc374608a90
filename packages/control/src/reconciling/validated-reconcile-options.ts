import { invalidArgument } from '@rxkube/protocol';
import { validateNames } from '@rxkube/protocol/internal';
import { type Observable, type SchedulerLike, NEVER, asyncScheduler, isObservable } from 'rxjs';

import { type ReconcileOptions } from './reconcile-options.js';
import { type RetryRate } from './retry-rate.js';

/** The options of `reconcile` with their defaults. */
export interface ValidatedReconcileOptions<T> {
  readonly concurrency: number;
  readonly backOff: (failures: number) => number;
  readonly retries: RetryRate | false;
  readonly by: ((object: T) => unknown) | undefined;
  readonly resync: number;
  readonly asked: Observable<string>;
  readonly isFinal: (error: unknown) => boolean;
  readonly untilWithin: number;
  readonly random: () => number;
  readonly scheduler: SchedulerLike;
}

const NAMES = Object.keys({
  concurrency: true,
  backOff: true,
  retries: true,
  by: true,
  resync: true,
  asked: true,
  isFinal: true,
  untilWithin: true,
  random: true,
  scheduler: true,
} satisfies Record<keyof ReconcileOptions<unknown>, true>);

/** 10 a second, 100 at once, as the default of client-go's controllers. */
const RETRIES: RetryRate = { perSecond: 10, burst: 100 };
const UNTIL_WITHIN = 10_000;

/** @throws ProtocolError `invalidArgument` that names the first wrong option. */
export function validatedReconcileOptions<T>(
  options: ReconcileOptions<T>,
): ValidatedReconcileOptions<T> {
  const value: unknown = options;
  if (typeof value !== 'object' || value === null) {
    throw invalidArgument('options', 'must be an object; pass { concurrency: 4 }, or nothing');
  }
  validateNames(value, NAMES);
  const { random = Math.random, scheduler = asyncScheduler } = options;
  const { asked = NEVER, by, isFinal = () => false } = options;
  const { backOff = doubling(random), retries = RETRIES } = options;
  const { concurrency = 1, resync = Infinity, untilWithin = UNTIL_WITHIN } = options;
  if (concurrency !== Infinity && !Number.isSafeInteger(concurrency)) {
    throw invalidArgument('concurrency', `must be a whole number, got ${String(concurrency)}`);
  }
  requirePositive({ concurrency, resync, untilWithin });
  if (retries !== false) {
    requirePositive({ 'retries.perSecond': retries.perSecond, 'retries.burst': retries.burst });
  }
  requireFunctions({ by, backOff, isFinal, random });
  if (!isObservable(asked)) throw invalidArgument('asked', 'must be an Observable of keys');

  return {
    concurrency,
    backOff,
    retries,
    by,
    resync,
    asked,
    isFinal,
    untilWithin,
    random,
    scheduler,
  };
}

/**
 * 0.1 s, doubled up to 300 s, with jitter. `exponential` does the same, but its checks and its retry budget would be a
 * quarter of this operator's size.
 */
function doubling(random: () => number): (failures: number) => number {
  return (failures) => Math.min(150_000, 100 * 2 ** (failures - 1)) * (1 + random());
}

function requirePositive(fields: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'number' || !(value > 0)) {
      throw invalidArgument(field, `must be a positive number, got ${String(value)}`);
    }
  }
}

function requireFunctions(fields: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && typeof value !== 'function') {
      throw invalidArgument(field, `must be a function, got ${typeof value}`);
    }
  }
}
