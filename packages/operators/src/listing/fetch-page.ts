import { type Collection, type KubeObject, type ListPage, listRequest } from '@rxkube/protocol';
import { type Observable, asyncScheduler, defer, map, toArray } from 'rxjs';

import { answerWithin } from '../answer/answer-within.js';
import { joined } from '../answer/joined.js';
import { jsonBody } from '../answer/json-body.js';
import { send } from '../answer/send.js';
import { untilBodyEnds } from '../answer/until-body-ends.js';
import { type Transport } from '../transport.js';
import { idleLimit } from '../watching/idle-limit.js';
import { type Page, decodePage } from './decode-page.js';
import { type ListPagesOptions } from './list-pages.js';

/** The server itself gives up a list after 60 s. */
const ANSWER_WITHIN = 70_000;
const STALL_WITHIN = 30_000;

/** Asks for one page and decodes it. */
export function fetchPage<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  page: ListPage,
  options: ListPagesOptions,
): Observable<Page<T>> {
  const { answerWithin: limit = ANSWER_WITHIN, stallWithin = STALL_WITHIN } = options;
  const { scheduler = asyncScheduler, onInvalid } = options;

  return defer(() => {
    const sent = listRequest(request, page);
    // A transport that may hold the request back counts from when it is sent.
    const within = transport.boundsAnswers === true ? Infinity : limit;

    return send(transport, sent).pipe(
      answerWithin(within, sent, scheduler),
      untilBodyEnds((response) => {
        const body = response.body.pipe(idleLimit(stallWithin, sent, scheduler));

        return jsonBody({ ...response, body }, sent, scheduler).pipe(toArray());
      }),
      map((chunks) => decodePage(joined(chunks), sent, request, onInvalid)),
    );
  });
}
