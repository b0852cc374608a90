import { type Transport } from '@rxkube/operators';
import { type Lease, isConflict, isNotFound, leases } from '@rxkube/protocol';
import { EMPTY, type Observable, catchError, of, switchMap, throwError } from 'rxjs';

import { type Writes, writes } from '../writing/writes.js';
import { type LeaseSpec, heldSpec, holderOf, releasedSpec } from './lease-spec.js';
import { type ElectionOptions } from './validated-election-options.js';

/** The requests for one Lease. Each write carries the version that was read, so only one of two succeeds. */
export class LeaseLock {
  readonly #writes: Writes;
  readonly #options: ElectionOptions;

  constructor(transport: Transport, responseWithin: number, options: ElectionOptions) {
    this.#writes = writes(transport, { responseWithin, scheduler: options.scheduler });
    this.#options = options;
  }

  /** Emits `undefined` if there is none. */
  read(): Observable<Lease | undefined> {
    const { namespace, name } = this.#options;

    return this.#writes
      .get(leases, { namespace, name })
      .pipe(catchError((error: unknown) => (isNotFound(error) ? of(undefined) : raise(error))));
  }

  /** Renews a Lease, takes it, or creates it. */
  hold(lease: Lease | undefined): Observable<Lease> {
    const { identity, leaseDuration, scheduler } = this.#options;

    return this.#write(lease, heldSpec(lease, identity, leaseDuration / 1_000, scheduler.now()));
  }

  /** Gives the Lease back if this candidate still holds it. Emits nothing. */
  release(lease: Lease | undefined): Observable<never> {
    const { identity, scheduler } = this.#options;
    const readAndRelease = this.read().pipe(
      switchMap((current) =>
        current === undefined || holderOf(current) !== identity
          ? EMPTY
          : this.#write(current, releasedSpec(current, scheduler.now())),
      ),
    );
    const released =
      lease === undefined
        ? readAndRelease
        : this.#write(lease, releasedSpec(lease, scheduler.now())).pipe(
            // A renewal that was under way has changed the version.
            catchError((error: unknown) => (isConflict(error) ? readAndRelease : raise(error))),
          );

    return released.pipe(switchMap(() => EMPTY));
  }

  #write(lease: Lease | undefined, spec: LeaseSpec): Observable<Lease> {
    const { namespace, name, labels } = this.#options;

    return lease === undefined
      ? this.#writes.create(leases, {
          metadata: { namespace, name, ...(labels !== undefined && { labels }) },
          spec,
        })
      : this.#writes.update(leases, { ...lease, spec });
  }
}

function raise(error: unknown): Observable<never> {
  return throwError(() => error);
}
