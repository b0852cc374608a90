import { type Collection, type KubeObject, type ListPage, listRequest } from '@rxkube/protocol';
import { type Observable, type SchedulerLike, asyncScheduler, defer, map, reduce } from 'rxjs';

import { responseWithin } from '../http/response-within.js';
import { successfulBody } from '../http/successful-body.js';
import { send } from '../http/send.js';
import { reportRefusedCredential } from '../http/report-refused-credential.js';
import { typedFailures } from '../http/typed-failures.js';
import { untilBodyEnds } from '../http/until-body-ends.js';
import { accepting } from '../format/accepting.js';
import { type Format } from '../format/format.js';
import { formatOf } from '../format/format-of.js';
import { type Transport } from '../transport.js';
import { idleLimit } from '../http/idle-limit.js';
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

/** Asks for one page and decodes it as it arrives. */
export function fetchPage<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  page: ListPage,
  options: FetchPageOptions,
): Observable<Page<T>> {
  const { responseWithin: limit = RESPONSE_WITHIN, stallWithin = STALL_WITHIN } = options;
  const { scheduler = asyncScheduler } = options;

  return defer(() => {
    const sent = accepting(listRequest(request, page), options.format);
    // A transport that may hold the request back counts from when it is sent.
    const bounded = validatedLimit('responseWithin', limit);
    const within = transport.boundsResponses === true ? Infinity : bounded;
    const stalled = validatedLimit('stallWithin', stallWithin);

    return send(transport, sent).pipe(
      responseWithin(within, sent, scheduler),
      untilBodyEnds((response) => {
        const format = formatOf(options.format, response.headers.get('content-type'));
        const decoder = new PageDecoder(sent, request, options, format);
        const body = response.body.pipe(
          typedFailures(sent, 'body'),
          idleLimit(stalled, sent, scheduler),
        );

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
    );
  });
}
