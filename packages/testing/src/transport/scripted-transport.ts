import { type ApiResponse, type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  invalidArgument,
  isWatch,
  requestName,
  requestTarget,
} from '@rxkube/protocol';
import { Observable, type SchedulerLike, Subscription, asyncScheduler } from 'rxjs';

import { type Answer } from './answers.js';

/** One line of a script: which requests it answers, how, and how many of them. @since 0.1.0 */
export interface Rule {
  readonly when: (request: ApiRequest) => boolean;
  readonly answer: Answer;
  /** Default 1. */
  readonly times?: number;
}

/** A request that a {@link ScriptedTransport} was given, and what became of it. @since 0.1.0 */
export interface RecordedRequest extends ApiRequest {
  /** Scheduler time at which it was sent, in milliseconds. */
  readonly at: number;
  readonly status: number | undefined;
  readonly answeredAt: number | undefined;
  /** `'open'` while it lasts; `'aborted'` where the client has unsubscribed. */
  readonly end: 'open' | 'completed' | 'failed' | 'aborted';
  readonly endedAt: number | undefined;
}

/** A transport that answers by a script, and keeps a record. @since 0.1.0 */
export interface ScriptedTransport extends Transport {
  /** In the order in which they were sent. */
  readonly requests: readonly RecordedRequest[];
  /** What the client did against the contract of `Transport`; empty where all is well. */
  readonly violations: readonly string[];
}

/** Answers LISTs, once unless said otherwise. @since 0.1.0 */
export function onList(answer: Answer, times = 1): Rule {
  return { when: (request) => !isWatch(request), answer, times };
}

/** Answers WATCHes, once unless said otherwise. @since 0.1.0 */
export function onWatch(answer: Answer, times = 1): Rule {
  return { when: isWatch, answer, times };
}

/**
 * A transport that answers each request by the first line of a script that is about it and is not used up.
 *
 * ```ts
 * const transport = scriptedTransport([
 *   onList(listAnswer('10', [pod('a@u1/7')])),
 *   onWatch(watchAnswer(50, frame.modified(pod('a@u1/11')), cut('ECONNRESET'))),
 *   onWatch(watchAnswer(), Infinity),
 * ]);
 * ```
 *
 * - A request that the script does not know fails with a `ProtocolError` `invalidArgument`, which ends the stream.
 * - The script is used up by all subscriptions together.
 * - It obeys virtual time inside `TestScheduler.run`.
 *
 * @param scheduler where the times of the record come from.
 * @since 0.1.0
 */
export function scriptedTransport(
  script: readonly Rule[],
  scheduler: SchedulerLike = asyncScheduler,
): ScriptedTransport {
  const used = script.map(() => 0);
  const requests: Record[] = [];
  const violations: string[] = [];

  const take = (request: ApiRequest): Answer | undefined => {
    const at = script.findIndex(
      ({ when, times = 1 }, index) => (used[index] ?? 0) < times && when(request),
    );
    if (at >= 0) used[at] = (used[at] ?? 0) + 1;

    return script[at]?.answer;
  };

  const transport: Transport = (request) =>
    new Observable<ApiResponse>((subscriber) => {
      const record: Record = {
        ...request,
        at: scheduler.now(),
        status: undefined,
        answeredAt: undefined,
        end: 'open',
        endedAt: undefined,
      };
      requests.push(record);
      const end = (how: Exclude<Record['end'], 'open'>): void => {
        if (record.end !== 'open') return;
        record.end = how;
        record.endedAt = scheduler.now();
      };
      subscriber.add(() => {
        end('aborted');
      });
      const answer = take(request);
      if (answer === undefined) {
        end('failed');
        subscriber.error(
          invalidArgument('script', `nothing is scripted for ${requestTarget(request)}`),
        );

        return;
      }
      const blame = (what: string): void => {
        violations.push(`${requestName(request)} at ${String(record.at)}: ${what}`);
      };

      subscriber.add(
        answer(request).subscribe({
          next: (response) => {
            record.status = response.status;
            record.answeredAt = scheduler.now();
            const body = new RecordedBody(response.body, {
              blame,
              end,
              close: () => {
                subscriber.complete();
              },
            });
            // Whoever ends the request ends its body.
            subscriber.add(body.connection);
            subscriber.next({ ...response, body: body.bytes });
            if (body.isTakenInTime() || subscriber.closed) return;
            blame('nobody subscribed the body');
            subscriber.complete();
          },
          error: (error: unknown) => {
            end('failed');
            subscriber.error(error);
          },
        }),
      );
    });

  return Object.assign(transport, { requests, violations });
}

/** What becomes of a body, in the order in which it happens. */
interface BodyEvents {
  readonly blame: (what: string) => void;
  readonly end: (how: 'completed' | 'failed') => void;
  readonly close: () => void;
}

/** The body of one response, and how it is read. */
class RecordedBody {
  readonly connection = new Subscription();
  readonly bytes: Observable<Uint8Array>;
  #readers = 0;
  #late = false;

  constructor(body: Observable<Uint8Array>, { blame, end, close }: BodyEvents) {
    this.bytes = new Observable((reader) => {
      if (this.#late) blame('the body was subscribed after the tick of its response');
      if (++this.#readers > 1) blame('the body was subscribed more than once');
      const reading = body.subscribe({
        next: (chunk) => {
          reader.next(chunk);
        },
        error: (error: unknown) => {
          end('failed');
          reader.error(error);
          close();
        },
        complete: () => {
          end('completed');
          reader.complete();
          close();
        },
      });
      this.connection.add(reading);

      return reading;
    });
  }

  /** Says whether it has a reader, and expects no other from now on. */
  isTakenInTime(): boolean {
    this.#late = true;

    return this.#readers > 0;
  }
}

type Record = { -readonly [Field in keyof RecordedRequest]: RecordedRequest[Field] };
