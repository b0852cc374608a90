import { type Leading, leaderElection, whileLeading } from '@rxkube/control';
import { type ApiResponse, type Transport } from '@rxkube/operators';
import { type ApiRequest, TransportError } from '@rxkube/protocol';
import {
  type Observable,
  type SchedulerLike,
  type Subscription,
  ReplaySubject,
  Subject,
  asyncScheduler,
  from,
  map,
  mergeMap,
  take,
  tap,
  timer,
  toArray,
} from 'rxjs';

import { type Random } from '../properties/random.js';

/** One start of a candidate: a process with a clock of its own, which can be stopped and go on. */
export class CandidateProcess {
  readonly identity: string;
  term: Leading | undefined;
  /** The time before which all its requests fail or hang. */
  brokenUntil = 0;
  /** It has read the Lease, so it is not a fresh candidate. */
  hasRead = false;
  readonly #random: Random;
  readonly #isCalm: () => boolean;
  readonly #end = new Subject<void>();
  readonly #rate: number;
  readonly #offset: number;
  #stoppedUntil = 0;
  #subscription: Subscription | undefined;

  /**
   * @param rate seconds of its clock in a second.
   * @param isCalm the network is fast now.
   */
  constructor(identity: string, rate: number, random: Random, isCalm: () => boolean) {
    this.#isCalm = isCalm;
    this.identity = identity;
    this.#rate = rate;
    this.#random = random;
    this.#offset = random.int(7_200_000);
  }

  get isRunning(): boolean {
    return this.#subscription?.closed === false;
  }

  /** @param onChange is called at each begin and end of a term. */
  start(transport: Transport, onChange: () => void): void {
    this.#subscription = leaderElection(this.#over(transport), {
      namespace: 'default',
      name: 'lock',
      identity: this.identity,
      random: () => this.#random.int(1_000) / 1_000,
      scheduler: this.#scheduler(),
    })
      .pipe(
        tap((leadership) => {
          this.term = leadership._tag === 'Leading' ? leadership : undefined;
          onChange();
        }),
        whileLeading(() => this.#end.pipe(take(1))),
      )
      .subscribe();
  }

  /** Ends its work, so that the Lease is given back. */
  end(): void {
    this.#end.next();
  }

  /** It sends nothing more, but the requests that it has sent are executed. */
  kill(): void {
    this.#subscription?.unsubscribe();
    this.term = undefined;
  }

  /** Stops the process for some time, as SIGSTOP does. */
  pause(milliseconds: number): void {
    this.#stoppedUntil = asyncScheduler.now() + milliseconds;
  }

  get #pauseLeft(): number {
    return Math.max(0, this.#stoppedUntil - asyncScheduler.now());
  }

  #scheduler(): SchedulerLike {
    const rate = this.#rate;
    const pauseLeft = (): number => this.#pauseLeft;

    return {
      now: () => this.#offset + rate * asyncScheduler.now(),
      schedule: (work, delay = 0, state) =>
        asyncScheduler.schedule(
          function (current) {
            const left = pauseLeft();
            if (left > 0) this.schedule(current, left);
            else (work as (this: unknown, state: unknown) => void).call(this, current);
          },
          delay / rate,
          state,
        ),
    };
  }

  /** A network that is slow, breaks and hangs. A sent request is executed, also if the client has given up. */
  #over(transport: Transport): Transport {
    return (request) => {
      const result = new ReplaySubject<ApiResponse>(1);
      const isBroken = asyncScheduler.now() < this.brokenUntil;
      const isSent = !isBroken || this.#random.chance(0.5);
      if (isSent) {
        timer(this.#latency())
          .pipe(
            mergeMap(() => complete(transport(request))),
            mergeMap((response) => timer(this.#latency()).pipe(map(() => response))),
          )
          .subscribe({
            next: (response) => {
              if (!isBroken) this.#deliver(request, response, result);
            },
            error: (error: unknown) => {
              result.error(error);
            },
          });
      }
      if (isBroken && this.#random.chance(0.5)) {
        timer(this.#latency()).subscribe(() => {
          result.error(new TransportError({ problem: 'the network is broken', phase: 'connect' }));
        });
      }

      return result;
    };
  }

  #deliver(request: ApiRequest, response: ApiResponse, result: ReplaySubject<ApiResponse>): void {
    timer(this.#pauseLeft).subscribe(() => {
      if (request.method === 'GET' && response.status === 200 && result.observed) {
        this.hasRead = true;
      }
      result.next(response);
      result.complete();
    });
  }

  #latency(): number {
    return this.#isCalm() || this.#random.chance(0.9)
      ? this.#random.int(50)
      : this.#random.int(4_000);
  }
}

/** The response with its whole body, which is then independent of the connection. */
function complete(responses: Observable<ApiResponse>): Observable<ApiResponse> {
  return responses.pipe(
    mergeMap((response) =>
      response.body.pipe(
        toArray(),
        map((chunks) => ({ ...response, body: from(chunks) })),
      ),
    ),
  );
}
