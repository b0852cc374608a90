import { type ClientHttp2Session, type OutgoingHttpHeaders, constants } from 'node:http2';

import { type Dispatcher, errors } from 'undici';

import { leftByPeer, resetByPeer } from './http2-failure.js';
import { noteEndOfStream } from './note-end-of-stream.js';

/** One request, and who is told what becomes of it. */
export interface Http2Request {
  readonly options: Dispatcher.DispatchOptions;
  readonly handler: Dispatcher.DispatchHandler;
  /** Why the connection is gone, where it is. */
  readonly reason: () => Error | undefined;
}

/**
 * Sends one request as a stream of an HTTP/2 session, and tells undici's kind of handler what comes.
 *
 * An answer is whole where the server has said that it is (END_STREAM). One that is broken off is an error, also
 * where the server calls that NO_ERROR or CANCEL: Node, and undici with it, would end the body cleanly then.
 */
export function http2Exchange(
  session: ClientHttp2Session,
  { options, handler, reason }: Http2Request,
): void {
  const { body, headersTimeout } = options;
  const text = typeof body === 'string' ? body : undefined;
  const stream = session.request(headersOf(options, text), { endStream: text === undefined });
  const wasEnded = noteEndOfStream(stream);
  let settled = false;
  let failure: Error | undefined;

  const controller: Dispatcher.DispatchController = {
    get aborted() {
      return settled;
    },
    get paused() {
      return stream.isPaused();
    },
    get reason() {
      return failure ?? null;
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    abort: (why) => {
      settled = true;
      failure = why;
      stream.close(constants.NGHTTP2_CANCEL);
    },
  };

  function fail(error: Error): void {
    if (settled) return;
    settled = true;
    handler.onResponseError?.(controller, error);
  }

  stream.on('response', (headers) => {
    stream.setTimeout(0);
    if (settled) return;
    const { [constants.HTTP2_HEADER_STATUS]: status, ...rest } = headers;
    handler.onResponseStart?.(controller, Number(status), rest);
    // Not before: Node tells of headers in a later tick than of the bytes behind them, where both are read at once while
    // something is being written.
    stream.on('data', (chunk: Buffer) => {
      if (!settled) handler.onResponseData?.(controller, chunk);
    });
  });
  stream.on('end', () => {
    if (settled || !wasEnded()) return;
    settled = true;
    handler.onResponseEnd?.(controller, {});
  });
  stream.on('error', (error) => {
    failure ??= error;
  });
  stream.on('close', () => {
    const isLeft = session.closed && stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    fail(reason() ?? (isLeft ? leftByPeer() : reset(stream.rstCode, failure)));
  });
  if (typeof headersTimeout === 'number' && headersTimeout > 0) {
    stream.setTimeout(headersTimeout, () => {
      fail(new errors.HeadersTimeoutError(`no answer within ${String(headersTimeout)} ms`));
      stream.close(constants.NGHTTP2_CANCEL);
    });
  }
  handler.onRequestStart?.(controller, {});
  if (text !== undefined) stream.end(text);
}

/** What came with the end of a stream; Node makes an error of some codes only. */
function reset(code: number | undefined, failure: Error | undefined): Error {
  const isStreamError =
    failure === undefined || ('code' in failure && failure.code === 'ERR_HTTP2_STREAM_ERROR');

  return isStreamError ? resetByPeer(code ?? constants.NGHTTP2_NO_ERROR) : failure;
}

/** undici takes headers in several forms; those of this package are an object. */
function headersOf(
  { origin, path, method, headers }: Dispatcher.DispatchOptions,
  text: string | undefined,
): OutgoingHttpHeaders {
  return {
    ...(headers as OutgoingHttpHeaders),
    ':method': method,
    ':scheme': 'https',
    ':authority': new URL(String(origin)).host,
    ':path': path,
    ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
  };
}
