import {
  type Collection,
  type KubeObject,
  type ListPage,
  invalidArgument,
  listRequest,
} from '@rxkube/protocol';
import { type Observable, type SchedulerLike, asyncScheduler, defer, map, toArray } from 'rxjs';

import { answerWithin } from '../answer/answer-within.js';
import { joined } from '../answer/joined.js';
import { jsonBody } from '../answer/json-body.js';
import { send } from '../answer/send.js';
import { typedFailures } from '../answer/typed-failures.js';
import { untilBodyEnds } from '../answer/until-body-ends.js';
import { type Omission } from '../decoding/omission.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { type Transport } from '../transport.js';
import { idleLimit } from '../watching/idle-limit.js';
import { limit } from '../watching/limit.js';
import { type Page, decodePage } from './decode-page.js';

/** The server itself gives up a list after 60 s. */
const ANSWER_WITHIN = 70_000;
const STALL_WITHIN = 30_000;

/** How long one page may take, and what to do with its objects. */
export interface FetchPageOptions {
  readonly answerWithin?: number | undefined;
  readonly stallWithin?: number | undefined;
  readonly onInvalid?: OnInvalid | undefined;
  readonly omit?: readonly Omission[] | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/** Asks for one page and decodes it. */
export function fetchPage<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  page: ListPage,
  options: FetchPageOptions,
): Observable<Page<T>> {
  const { answerWithin: answered = ANSWER_WITHIN, stallWithin = STALL_WITHIN } = options;
  const { scheduler = asyncScheduler, onInvalid, omit } = options;

  return defer(() => {
    const sent = listRequest(request, page);
    if (typeof transport !== 'function') {
      throw invalidArgument('transport', 'pass a transport, such as nodeTransport()');
    }
    // A transport that may hold the request back counts from when it is sent.
    const bounded = limit('answerWithin', answered);
    const within = transport.boundsAnswers === true ? Infinity : bounded;
    const stalled = limit('stallWithin', stallWithin);

    return send(transport, sent).pipe(
      answerWithin(within, sent, scheduler),
      untilBodyEnds((response) => {
        const body = response.body.pipe(
          typedFailures(sent, 'body'),
          idleLimit(stalled, sent, scheduler),
        );

        return jsonBody({ ...response, body }, sent, scheduler).pipe(toArray());
      }),
      map((chunks) => decodePage(joined(chunks), sent, request, onInvalid, omit)),
    );
  });
}
