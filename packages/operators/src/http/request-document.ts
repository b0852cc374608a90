import { type ApiRequest, DecodeError } from '@rxkube/protocol';
import { type Observable, type SchedulerLike, asyncScheduler, defer, map, reduce } from 'rxjs';

import { validatedLimit } from '../options/validated-limit.js';
import { type Transport } from '../transport.js';
import { concealCredentials } from './conceal-credentials.js';
import { idleLimit } from './idle-limit.js';
import { joined } from './joined.js';
import { responseWithin } from './response-within.js';
import { send } from './send.js';
import { successfulBody } from './successful-body.js';
import { validatedBody } from './validated-response.js';
import { untilBodyEnds } from './until-body-ends.js';

/** A server gives up most requests after 60 s. */
const RESPONSE_WITHIN = 70_000;
const STALL_WITHIN = 30_000;
/** An object of a real server has at most 1.5 MiB. A longer document has no end, or is not an object. */
const DOCUMENT_BYTES = 16 * 1024 * 1024;

/** How long one request may take. */
export interface RequestDocumentOptions {
  /** Milliseconds until the response must have begun. `Infinity` waits for ever. Default 70 s. */
  readonly responseWithin?: number | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Sends one request and emits the JSON document of its response.
 *
 * ```text
 * request   PUT …
 * result    ------(d|)     d = the document
 * ```
 *
 * - Cold: each subscription is one request. Nothing is sent again.
 * - Every other response is an error: a refusal, a redirect, a page of a proxy, broken or too much JSON.
 */
export function requestDocument(
  transport: Transport,
  request: ApiRequest,
  options: RequestDocumentOptions = {},
): Observable<unknown> {
  const { responseWithin: bound = RESPONSE_WITHIN, scheduler = asyncScheduler } = options;

  return defer(() => {
    const limit = validatedLimit('responseWithin', bound);
    const within = transport.boundsResponses === true ? Infinity : limit;

    return send(transport, request).pipe(
      responseWithin(within, request, scheduler),
      untilBodyEnds((response) => {
        const body = response.body.pipe(
          validatedBody(request),
          idleLimit(STALL_WITHIN, request, scheduler),
        );

        return successfulBody({ ...response, body }, request, scheduler).pipe(
          reduce((document, chunk) => document.push(chunk), new DocumentBytes()),
        );
      }),
      map((document) => document.parsed()),
      concealCredentials(transport, request),
    );
  });
}

/** The bytes of one document until its end. */
class DocumentBytes {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  push(chunk: Uint8Array): this {
    this.#length += chunk.length;
    if (this.#length > DOCUMENT_BYTES) {
      throw new DecodeError({
        problem: 'size',
        path: '',
        expected: `at most ${String(DOCUMENT_BYTES)} bytes`,
      });
    }
    this.#chunks.push(chunk);

    return this;
  }

  parsed(): unknown {
    const text = new TextDecoder().decode(joined(this.#chunks));
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // The parser's message quotes the text, which may be a Secret.
      throw new DecodeError({
        problem: 'json',
        path: '',
        expected: `JSON, got ${String(text.length)} characters that are not`,
      });
    }
  }
}
