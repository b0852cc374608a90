import { type Collection, type KubeObject, type ListPage, listRequest } from '@rxkube/protocol';
import { type Observable, type SchedulerLike, asyncScheduler, defer, map, reduce } from 'rxjs';

import { answerWithin } from '../answer/answer-within.js';
import { jsonBody } from '../answer/json-body.js';
import { send } from '../answer/send.js';
import { tellRefusal } from '../answer/tell-refusal.js';
import { typedFailures } from '../answer/typed-failures.js';
import { untilBodyEnds } from '../answer/until-body-ends.js';
import { accepting } from '../format/accepting.js';
import { type Format } from '../format/format.js';
import { formatOf } from '../format/format-of.js';
import { type Transport } from '../transport.js';
import { idleLimit } from '../watching/idle-limit.js';
import { limit } from '../watching/limit.js';
import { EncodedPageDecoder } from './encoded-page-decoder.js';
import { type Page, PageDecoder, type PageDecoderOptions } from './page-decoder.js';

/** The server itself gives up a list after 60 s. */
const ANSWER_WITHIN = 70_000;
const STALL_WITHIN = 30_000;

/** How long one page may take, and what to do with its objects. */
export interface FetchPageOptions extends PageDecoderOptions {
  readonly answerWithin?: number | undefined;
  readonly stallWithin?: number | undefined;
  readonly scheduler?: SchedulerLike | undefined;
  readonly format?: Format | undefined;
}

/** What makes a page of the bytes of its body. */
interface PageBody<T> {
  readonly push: (chunk: Uint8Array) => PageBody<T>;
  readonly end: () => Page<T>;
}

/** Asks for one page and decodes it as it arrives. */
export function fetchPage<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  page: ListPage,
  options: FetchPageOptions,
): Observable<Page<T>> {
  const { answerWithin: answered = ANSWER_WITHIN, stallWithin = STALL_WITHIN } = options;
  const { scheduler = asyncScheduler } = options;

  return defer(() => {
    const sent = accepting(listRequest(request, page), options.format);
    // A transport that may hold the request back counts from when it is sent.
    const bounded = limit('answerWithin', answered);
    const within = transport.boundsAnswers === true ? Infinity : bounded;
    const stalled = limit('stallWithin', stallWithin);

    return send(transport, sent).pipe(
      answerWithin(within, sent, scheduler),
      untilBodyEnds((response) => {
        const format = formatOf(options.format, response.headers.get('content-type'));
        const decoder: PageBody<T> =
          format === undefined
            ? new PageDecoder(sent, request, options)
            : new EncodedPageDecoder(format, sent, request, options);
        const body = response.body.pipe(
          typedFailures(sent, 'body'),
          idleLimit(stalled, sent, scheduler),
        );

        return jsonBody({ ...response, body }, sent, scheduler, format).pipe(
          reduce((page, chunk) => page.push(chunk), decoder),
        );
      }),
      map((page) => {
        try {
          return page.end();
        } catch (error) {
          tellRefusal(transport, sent, error);
          throw error;
        }
      }),
    );
  });
}
