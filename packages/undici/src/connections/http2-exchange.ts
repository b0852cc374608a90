import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
  constants,
} from 'node:http2';

import { type Dispatcher, errors } from 'undici';

import { leftByPeer, resetByPeer } from './http2-failure.js';

/** One request, and the handler that is notified of its response. */
export interface Http2Request {
  readonly options: Dispatcher.DispatchOptions;
  readonly handler: Dispatcher.DispatchHandler;
  /** Why the connection is closed, if it is. */
  readonly reason: () => Error | undefined;
}

/**
 * Sends one request as a stream of an HTTP/2 session, and reports its response to a handler of undici's kind.
 *
 * A response is complete if the server has said so (END_STREAM). A reset is an error, even with the code NO_ERROR or
 * CANCEL. Node and undici would end the body cleanly in these two cases.
 */
export function http2Exchange(
  session: ClientHttp2Session,
  { options, handler, reason }: Http2Request,
): void {
  const { body, headersTimeout } = options;
  const text = typeof body === 'string' ? body : undefined;
  const stream = session.request(headersOf(options, text), { endStream: text === undefined });
  const wasEnded = watchEndOfStream(stream);
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
    // Node may report the headers in a later tick than the bytes behind them, if it read both while it was writing.
    // So the stream flows only from now on.
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
      fail(new errors.HeadersTimeoutError(`no response within ${String(headersTimeout)} ms`));
      stream.close(constants.NGHTTP2_CANCEL);
    });
  }
  handler.onRequestStart?.(controller, {});
  if (text !== undefined) stream.end(text);
}

/**
 * Returns a function that says whether the server has ended the stream itself, and has not reset it.
 *
 * Node ends the readable stream in both cases. Only a reset closes the stream before its end is pushed.
 */
function watchEndOfStream(stream: ClientHttp2Stream): () => boolean {
  let isEnded: boolean | undefined;
  const push = stream.push.bind(stream);
  stream.push = (chunk, encoding): boolean => {
    if (chunk === null) isEnded ??= !stream.closed;

    return push(chunk, encoding);
  };

  return () => isEnded === true;
}

/** The error of a stream that was reset. Node itself makes an error of some codes only. */
function reset(code: number | undefined, failure: Error | undefined): Error {
  const isStreamError =
    failure === undefined || ('code' in failure && failure.code === 'ERR_HTTP2_STREAM_ERROR');

  return isStreamError ? resetByPeer(code ?? constants.NGHTTP2_NO_ERROR) : failure;
}

/** undici accepts headers in several forms. Those of this package are an object. */
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
