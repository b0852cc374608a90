import { type Transport } from '@rxkube/operators';
import { type ApiRequest, isWatch } from '@rxkube/protocol';
import { Observable, type SchedulerLike } from 'rxjs';

/** One request that a subscription made. */
export interface Asked {
  readonly at: number;
  readonly request: ApiRequest;
  readonly isWatch: boolean;
  /** A page behind the first, which a list asks for without a pause. */
  readonly isPage: boolean;
}

/** As many as no subscription makes in its time; one that spins must not do it for ever. */
const TOO_MANY = 2_000;

/** The transport of one subscription, which is looked at. */
export class ObservedTransport {
  readonly asked: Asked[] = [];
  /** How many connections are open, and how many ever were at once. */
  open = 0;
  mostOpen = 0;

  constructor(
    private readonly transport: Transport,
    private readonly scheduler: SchedulerLike,
  ) {}

  readonly send: Transport = (request) =>
    // Not an operator: the connection counts from the subscription to its end, even if the subscriber ends it.
    new Observable((subscriber) => {
      this.asked.push({
        at: this.scheduler.now(),
        request,
        isWatch: isWatch(request),
        isPage: request.query['continue'] !== undefined,
      });
      if (this.asked.length > TOO_MANY) throw new Error('there is no end of requests');
      this.open++;
      this.mostOpen = Math.max(this.mostOpen, this.open);
      subscriber.add(() => {
        this.open--;
      });
      subscriber.add(this.transport(request).subscribe(subscriber));
    });
}
