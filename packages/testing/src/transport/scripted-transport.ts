import { type ApiResponse, type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  invalidArgument,
  isWatch,
  requestName,
  requestTarget,
} from '@rxkube/protocol';
import { Observable, type SchedulerLike, Subscription, asyncScheduler } from 'rxjs';

import { type Items, type ListFields } from '../building/list-body.js';
import { requestLine } from '../lines/request-line.js';
import { type Responder, listResponse, noResponse, watchResponse } from './responses.js';
import { type WatchStep } from './watch-steps.js';

/** A rule of a script: which requests it responds to, how, and how often. @since 0.1.0 */
export interface Rule {
  readonly when: (request: ApiRequest) => boolean;
  readonly respond: Responder;
  /** Default 1. */
  readonly times?: number;
}

/** A request that a {@link ScriptedTransport} received, and what became of it. @since 0.1.0 */
export interface RecordedRequest extends ApiRequest {
  /** Scheduler time at which it was sent, in milliseconds. */
  readonly at: number;
  readonly status: number | undefined;
  readonly respondedAt: number | undefined;
  /** `'open'` while it lasts; `'aborted'` if the client unsubscribed. */
  readonly end: 'open' | 'completed' | 'failed' | 'aborted';
  readonly endedAt: number | undefined;
}

/** A transport that responds by a script, and keeps a record. @since 0.1.0 */
export interface ScriptedTransport extends Transport {
  /** In the order in which they were sent. */
  readonly requests: readonly RecordedRequest[];
  /** The same in short, each with its time: `'0 LIST limit=500'`, `'800 WATCH(10)'`. See {@link requestLine}. */
  readonly requestLines: readonly string[];
  /** The breaches of the contract of `Transport` by the client; empty if it kept the contract. */
  readonly violations: readonly string[];
}

/** Responds to LISTs with a page of a list: `onList('10', 'a@u1/7 b@u2/8')`. @since 0.1.0 */
export function onList(version: string | undefined, items: Items, fields?: ListFields): Rule;
/** Responds to LISTs in any way, once unless you say how often. @since 0.1.0 */
export function onList(respond: Responder, times?: number): Rule;
export function onList(
  first: string | undefined | Responder,
  second: Items | number = 1,
  fields?: ListFields,
): Rule {
  const when = (request: ApiRequest): boolean => !isWatch(request);
  if (typeof second === 'number') return { when, respond: first as Responder, times: second };

  return { when, respond: listResponse(first as string | undefined, second, fields) };
}

/** Responds to one WATCH step by step: `onWatch('+a@u1/11', 50, 'RST')`. @since 0.1.0 */
export function onWatch(...steps: readonly WatchStep[]): Rule;
/** Responds to WATCHes in any way, once unless you say how often. @since 0.1.0 */
export function onWatch(respond: Responder, times?: number): Rule;
export function onWatch(...steps: readonly (WatchStep | Responder | undefined)[]): Rule {
  const [first, times = 1] = steps;

  return typeof first === 'function'
    ? { when: isWatch, respond: first as Responder, times: Number(times) }
    : { when: isWatch, respond: watchResponse(...(steps as readonly WatchStep[])) };
}

/** Responds to every further request that a rule is about: `always(onWatch())`. @since 0.1.0 */
export function always(rule: Rule): Rule {
  return { ...rule, times: Infinity };
}

/**
 * A script that responds to one request after the other, LISTs and WATCHes alike. It leaves those behind the last
 * responder without a response.
 *
 * @since 0.1.0
 */
export function inOrder(...responders: readonly Responder[]): readonly Rule[] {
  const when = (): boolean => true;

  return [
    ...responders.map((respond) => ({ when, respond })),
    { when, respond: noResponse, times: Infinity },
  ];
}

/**
 * Makes a transport that responds by the first rule of a script that fits the request and is not used up.
 *
 * ```ts
 * const transport = scriptedTransport([
 *   onList('10', 'a@u1/7'),
 *   onWatch(50, '~a@u1/11', 'RST'),
 *   always(onWatch()),
 * ]);
 * ```
 *
 * - A request without a rule fails with a `ProtocolError` `invalidArgument`, which ends the stream.
 * - All subscriptions together use the script up.
 * - It obeys virtual time inside `TestScheduler.run`.
 *
 * @param scheduler gives the times of the record.
 * @since 0.1.0
 */
export function scriptedTransport(
  script: readonly Rule[],
  scheduler: SchedulerLike = asyncScheduler,
): ScriptedTransport {
  const used = script.map(() => 0);
  const requests: Record[] = [];
  const requestLines: string[] = [];
  const violations: string[] = [];

  const take = (request: ApiRequest): Responder | undefined => {
    const at = script.findIndex(
      ({ when, times = 1 }, index) => (used[index] ?? 0) < times && when(request),
    );
    if (at >= 0) used[at] = (used[at] ?? 0) + 1;

    return script[at]?.respond;
  };

  const transport: Transport = (request) =>
    new Observable<ApiResponse>((subscriber) => {
      const record: Record = {
        ...request,
        at: scheduler.now(),
        status: undefined,
        respondedAt: undefined,
        end: 'open',
        endedAt: undefined,
      };
      requests.push(record);
      requestLines.push(`${String(record.at)} ${requestLine(request)}`);
      const end = (how: Exclude<Record['end'], 'open'>): void => {
        if (record.end !== 'open') return;
        record.end = how;
        record.endedAt = scheduler.now();
      };
      subscriber.add(() => {
        end('aborted');
      });
      const respond = take(request);
      if (respond === undefined) {
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
        respond(request).subscribe({
          next: (response) => {
            record.status = response.status;
            record.respondedAt = scheduler.now();
            const body = new RecordedBody(response.body, {
              blame,
              end,
              close: () => {
                subscriber.complete();
              },
            });
            // The end of the request ends its body.
            subscriber.add(body.connection);
            subscriber.next({ ...response, body: body.bytes });
            if (body.close() || subscriber.closed) return;
            blame('the body was never subscribed');
            subscriber.complete();
          },
          error: (error: unknown) => {
            end('failed');
            subscriber.error(error);
          },
        }),
      );
    });

  return Object.assign(transport, { requests, requestLines, violations });
}

/** The events of a body, in their order. */
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

  /** Ends the time in which it may be subscribed, and returns whether it was. */
  close(): boolean {
    this.#late = true;

    return this.#readers > 0;
  }
}

type Record = { -readonly [Field in keyof RecordedRequest]: RecordedRequest[Field] };
