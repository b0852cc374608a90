import { type Collection, type KubeObject, type ListPage, listRequest } from '@rxkube/protocol';
import {
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  defer,
  map,
  merge,
  reduce,
  takeWhile,
} from 'rxjs';

import { concealCredentials } from '../http/conceal-credentials.js';
import { responseWithin } from '../http/response-within.js';
import { successfulBody } from '../http/successful-body.js';
import { send } from '../http/send.js';
import { reportRefusedCredential } from '../http/report-refused-credential.js';
import { validatedBody } from '../http/validated-response.js';
import { untilBodyEnds } from '../http/until-body-ends.js';
import { accepting } from '../format/accepting.js';
import { type Format } from '../format/format.js';
import { formatOf } from '../format/format-of.js';
import { type Interrupted } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { idleLimit } from '../http/idle-limit.js';
import { type SizeSoFar } from '../list-size/list-size.js';
import { validatedLimit } from '../options/validated-limit.js';
import { type Page, PageDecoder, type PageDecoderOptions } from './page-decoder.js';

/** The server itself gives up a list after 60 s. */
const RESPONSE_WITHIN = 70_000;
const STALL_WITHIN = 30_000;

/** How long one page may take, and what to do with its objects. */
export interface FetchPageOptions extends PageDecoderOptions {
  readonly responseWithin?: number | undefined;
  readonly stallWithin?: number | undefined;
  readonly scheduler?: SchedulerLike | undefined;
  readonly format?: Format | undefined;
}

/**
 * Asks for one page and decodes it as it arrives. Reports before it if the page has to wait long.
 *
 * @param before the size of the pages before it.
 */
export function fetchPage<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  page: ListPage,
  options: FetchPageOptions,
  before?: SizeSoFar,
): Observable<Page<T> | Interrupted> {
  const { responseWithin: limit = RESPONSE_WITHIN, stallWithin = STALL_WITHIN } = options;
  const { scheduler = asyncScheduler } = options;

  return defer(() => {
    const sent = accepting(listRequest(request, page), options.format);
    // A transport that may hold the request back counts from when it is sent.
    const bounded = validatedLimit('responseWithin', limit);
    const within = transport.boundsResponses === true ? Infinity : bounded;
    const stalled = validatedLimit('stallWithin', stallWithin);

    const pages = send(transport, sent).pipe(
      responseWithin(within, sent, scheduler),
      untilBodyEnds((response) => {
        const format = formatOf(options.format, response.headers.get('content-type'));
        const decoder = new PageDecoder(sent, request, options, format, before);
        const body = response.body.pipe(validatedBody(sent), idleLimit(stalled, sent, scheduler));

        return successfulBody({ ...response, body }, sent, scheduler, format).pipe(
          reduce((page, chunk) => page.push(chunk), decoder),
        );
      }),
      map((page) => {
        try {
          return page.end();
        } catch (error) {
          reportRefusedCredential(transport, sent, error);
          throw error;
        }
      }),
      concealCredentials(transport, sent),
    );

    return transport.heldBack === undefined
      ? pages
      : merge(transport.heldBack(sent), pages).pipe(takeWhile((event) => '_tag' in event, true));
  });
}
