import { invalidArgument, leases } from '@rxkube/protocol';
import { validateNames } from '@rxkube/protocol/internal';
import { type Observable, type SchedulerLike, NEVER, asyncScheduler, isObservable } from 'rxjs';

import { objectPath } from '../writing/object-path.js';
import { candidateName } from './candidate-name.js';
import { type LeaderElectionOptions } from './leader-election-options.js';

/** The longest pause between two attempts, as a part of `retryPeriod`. The same as in client-go. */
export const JITTER = 1.2;

/** The options of `leaderElection` with their defaults. */
export interface ElectionOptions {
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
  readonly mayLead: () => boolean;
  readonly stop: Observable<unknown>;
  readonly random: () => number;
  readonly scheduler: SchedulerLike;
}

const NAMES = Object.keys({
  namespace: true,
  name: true,
  identity: true,
  labels: true,
  leaseDuration: true,
  renewDeadline: true,
  retryPeriod: true,
  stop: true,
  random: true,
  scheduler: true,
  mayLead: true,
} satisfies Record<keyof LeaderElectionOptions, true>);

/** @throws ProtocolError `invalidArgument` that names the first wrong option. */
export function validatedElectionOptions(options: LeaderElectionOptions): () => ElectionOptions {
  const value: unknown = options;
  if (typeof value !== 'object' || value === null) {
    throw invalidArgument('options', 'must be an object; pass { namespace, name }');
  }
  validateNames(value, NAMES);
  const { namespace, name, identity, labels } = options;
  const { leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2_000 } = options;
  const { mayLead = () => true, stop = NEVER } = options;
  const { random = Math.random, scheduler = asyncScheduler } = options;
  objectPath(leases, { namespace, name });
  if (identity !== undefined && (typeof identity !== 'string' || identity === '')) {
    throw invalidArgument('identity', 'must be a text that is not empty');
  }
  requireTimes(leaseDuration, renewDeadline, retryPeriod);
  if (!isObservable(stop)) throw invalidArgument('stop', 'must be an Observable');
  for (const [field, value] of Object.entries({ mayLead, random })) {
    if (typeof value !== 'function') {
      throw invalidArgument(field, `must be a function, got ${typeof value}`);
    }
  }

  return () => ({
    namespace,
    name,
    identity: identity ?? candidateName(),
    labels,
    leaseDuration,
    renewDeadline,
    retryPeriod,
    mayLead,
    stop,
    random,
    scheduler,
  });
}

/** A term ends before its Lease can be taken, and allows more than one attempt at a renewal. */
function requireTimes(leaseDuration: number, renewDeadline: number, retryPeriod: number): void {
  if (!Number.isSafeInteger(leaseDuration / 1_000) || leaseDuration <= 0) {
    throw invalidArgument(
      'leaseDuration',
      `must be whole seconds in milliseconds, got ${String(leaseDuration)}; pass 15_000 for 15 s`,
    );
  }
  if (!(renewDeadline < leaseDuration)) {
    throw invalidArgument(
      'renewDeadline',
      `must be below leaseDuration, which is ${String(leaseDuration)}, got ${String(renewDeadline)}`,
    );
  }
  if (!(retryPeriod > 0) || !(retryPeriod * JITTER < renewDeadline)) {
    throw invalidArgument(
      'retryPeriod',
      `must be positive, and ${String(JITTER)} times retryPeriod must be below renewDeadline, got ${String(retryPeriod)}`,
    );
  }
}
