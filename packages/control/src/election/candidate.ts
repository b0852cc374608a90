import { type Lease, isAlreadyExists, isConflict, isKubeError } from '@rxkube/protocol';
import { messageOf } from '@rxkube/protocol/internal';
import {
  type Observable,
  type Subscriber,
  EMPTY,
  Subscription,
  catchError,
  defer,
  map,
  of,
  repeat,
  switchMap,
  takeWhile,
  tap,
  throwError,
  timeout,
  timer,
} from 'rxjs';

import { type Following, type Leadership } from './leadership.js';
import { type LeaseLock } from './lease-lock.js';
import { LeaseObservation } from './lease-observation.js';
import { holderOf } from './lease-spec.js';
import { Moment } from './moment.js';
import { Term } from './term.js';
import { type ElectionOptions, JITTER } from './validated-election-options.js';

/** The Lease as the server stored it for this candidate. */
interface Claim {
  readonly lease: Lease;
  /** When the request was sent. */
  readonly sent: Moment;
}

/** The end of an attempt. */
type Attempt = Claim | { readonly holder: string | undefined; readonly error?: unknown };

/** One candidate of one subscription. */
export class Candidate {
  readonly #lock: LeaseLock;
  readonly #options: ElectionOptions;
  readonly #attemptWithin: number;
  readonly #output: Subscriber<Leadership>;
  readonly #observation: LeaseObservation;
  readonly #work = new Subscription();
  /** An exception of `random`. */
  readonly #fail = (error: unknown): void => {
    this.#output.error(error);
  };
  #isAttempting = false;
  #isStopping = false;
  /** The Lease of the last attempt, if that was successful. */
  #held: Lease | undefined;
  #term: Term | undefined;
  #followed: Following | undefined;

  constructor(
    lock: LeaseLock,
    attemptWithin: number,
    options: ElectionOptions,
    output: Subscriber<Leadership>,
  ) {
    const { leaseDuration, retryPeriod } = options;
    this.#lock = lock;
    this.#options = options;
    this.#attemptWithin = attemptWithin;
    this.#output = output;
    this.#observation = new LeaseObservation(leaseDuration, 2 * retryPeriod);
  }

  /** Makes one attempt after another. */
  start(): void {
    const { scheduler } = this.#options;
    const attempt = defer(() => {
      this.#isAttempting = true;

      return this.#attempt();
    }).pipe(
      timeout({ first: this.#attemptWithin, scheduler }),
      catchError((error: unknown) => of(this.#failed(error))),
      tap((end) => {
        this.#isAttempting = false;
        this.#settle(end);
      }),
      repeat({ delay: () => timer(this.#pause(), scheduler) }),
    );
    this.#work.add(attempt.subscribe({ error: this.#fail }));
  }

  /** Ends the candidacy, but not a term. */
  stop(): void {
    this.#isStopping = true;
    if (!this.#isAttempting && this.#term === undefined) this.#output.complete();
  }

  /** Ends everything, and sends nothing. */
  abort(): void {
    this.#work.unsubscribe();
    this.#term?.end();
  }

  /** One to three requests: a renewal, or a read and a write if it may be taken. */
  #attempt(): Observable<Attempt> {
    const held = this.#held;
    // A write that fails on its way may have happened, so the next attempt reads first.
    this.#held = undefined;
    if (held === undefined) return this.#readAndClaim();

    return this.#claim(held).pipe(
      catchError((error: unknown) =>
        isRefusal(error) ? this.#readAndClaim() : throwError(() => error),
      ),
    );
  }

  #readAndClaim(): Observable<Attempt> {
    const { identity, mayLead, scheduler } = this.#options;

    return this.#lock.read().pipe(
      switchMap((lease) => {
        const holder = holderOf(lease);
        if (holder !== identity) {
          const wasLeading = this.#term?.holds() === true;
          this.#endTerm(holder);
          this.#observation.observe(lease, scheduler.now());
          const isFree = (wasLeading && holder === undefined) || this.#observation.remaining === 0;
          if (!isFree || this.#isStopping || !mayLead()) return of({ holder });
        }

        return this.#output.closed ? EMPTY : this.#claim(lease);
      }),
    );
  }

  #claim(lease: Lease | undefined): Observable<Claim> {
    return defer(() => {
      const sent = new Moment(this.#options.scheduler);

      return this.#lock.hold(lease).pipe(map((stored) => ({ lease: stored, sent })));
    });
  }

  /** Another candidate that was faster is not a failure. The next attempt reads its name. */
  #failed(error: unknown): Attempt {
    const holder = this.#followed?.holder;

    return isConflict(error) || isAlreadyExists(error) ? { holder } : { holder, error };
  }

  #settle(end: Attempt): void {
    if (this.#term?.holds() === false) this.#endTerm(undefined);
    if ('lease' in end) this.#hold(end);
    else if (this.#term === undefined) this.#follow(end.holder, end.error);
    const isReleasing = this.#work.closed;
    if (this.#isStopping && this.#term === undefined && !isReleasing) this.#output.complete();
  }

  /** The response may come so late that it proves nothing. */
  #hold({ lease, sent }: Claim): void {
    const { renewDeadline } = this.#options;
    if (sent.elapsed >= renewDeadline) return;
    this.#held = lease;
    this.#observation.reset();
    if (this.#term !== undefined) {
      this.#term.renew(sent);

      return;
    }
    const term = new Term(lease.spec.leaseTransitions ?? 0, sent, renewDeadline, () => {
      this.#release();
    });
    this.#term = term;
    this.#followed = undefined;
    this.#endInTime(term);
    if (this.#isStopping) this.#release();
    else this.#output.next(term);
  }

  /** Looks at the clock at the end of the term, which renewals move. */
  #endInTime(term: Term): void {
    const { scheduler } = this.#options;
    const looks = defer(() => timer(Math.max(1, term.remaining), scheduler)).pipe(
      map(() => term.holds()),
      repeat(),
      takeWhile((holds) => holds),
    );
    this.#work.add(
      looks.subscribe({
        error: this.#fail,
        complete: () => {
          if (this.#term === term) this.#endTerm(undefined);
        },
      }),
    );
  }

  #endTerm(holder: string | undefined): void {
    const term = this.#term;
    if (term === undefined) return;
    this.#term = undefined;
    term.end();
    this.#follow(holder, undefined);
  }

  #follow(holder: string | undefined, error: unknown): void {
    const { identity } = this.#options;
    const known = this.#followed;
    const following: Following = {
      _tag: 'Following',
      holder: holder === identity ? undefined : holder,
      error,
    };
    if (
      known !== undefined &&
      known.holder === following.holder &&
      messageOf(known.error) === messageOf(error)
    ) {
      return;
    }
    this.#followed = following;
    this.#output.next(following);
  }

  /** The work of the leader has ended. */
  #release(): void {
    const held = this.#held;
    this.#endTerm(undefined);
    this.#work.unsubscribe();
    this.#output.add(
      this.#lock
        .release(held)
        .pipe(
          timeout({ first: this.#attemptWithin, scheduler: this.#options.scheduler }),
          catchError(() => EMPTY), // the Lease runs out instead
        )
        .subscribe({
          error: this.#fail,
          complete: () => {
            this.#output.complete();
          },
        }),
    );
  }

  #pause(): number {
    const { retryPeriod, random } = this.#options;
    const pause = retryPeriod * (1 + (JITTER - 1) * random());
    const { remaining } = this.#observation;

    return this.#term === undefined && remaining > 0 ? Math.min(pause, remaining) : pause;
  }
}

/** The server has stored nothing. Each version has its own code for a Lease that was deleted. */
function isRefusal(error: unknown): boolean {
  return isKubeError(error) && error._tag === 'StatusError';
}
