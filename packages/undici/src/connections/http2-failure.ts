import { constants } from 'node:http2';

import { errors } from 'undici';

/** Error for a connection whose server does not offer HTTP/2. */
export function noHttp2(): Error {
  return coded('ERR_HTTP2_ERROR', 'the server does not offer HTTP/2; leave out `http2`');
}

/** Error for a connection that stays silent after a PING. */
export function pingTimeout(): Error {
  return coded('ERR_HTTP2_PING_CANCEL', 'the server no longer answers a PING');
}

/** Error for a connection whose server has not sent its SETTINGS in time. */
export function settingsTimeout(milliseconds: number): Error {
  return new errors.ConnectTimeoutError(
    `no HTTP/2 SETTINGS within ${String(milliseconds)} ms of the connection`,
  );
}

/** Error for requests that are queued on a connection whose server allows no streams. */
export function noStreams(): Error {
  return coded('ERR_HTTP2_OUT_OF_STREAMS', 'the server allows no requests on a connection');
}

/** Error for requests on a connection that the server has closed without a reason. */
export function closedByPeer(): Error {
  return new errors.SocketError('other side closed');
}

/** Error for a response that the server has reset, with any code. */
export function resetByPeer(code: number): Error {
  return coded(
    code === constants.NGHTTP2_REFUSED_STREAM
      ? 'ERR_HTTP2_STREAM_REFUSED'
      : 'ERR_HTTP2_STREAM_ERROR',
    `the server reset the response with ${nameOf(code)}`,
  );
}

/** Error for a request that reached a server after its GOAWAY. */
export function leftByPeer(): Error {
  return coded('ERR_HTTP2_GOAWAY_SESSION', 'the server left without taking the request');
}

function nameOf(code: number): string {
  const name = Object.entries(constants).find(
    ([key, value]) => value === code && ERROR_NAMES.has(key),
  )?.[0];

  return name === undefined ? `error ${String(code)}` : name.replace('NGHTTP2_', '');
}

/** The error codes of HTTP/2, RFC 9113 section 7, as Node names them. */
const ERROR_NAMES: ReadonlySet<string> = new Set([
  'NGHTTP2_NO_ERROR',
  'NGHTTP2_PROTOCOL_ERROR',
  'NGHTTP2_INTERNAL_ERROR',
  'NGHTTP2_FLOW_CONTROL_ERROR',
  'NGHTTP2_SETTINGS_TIMEOUT',
  'NGHTTP2_STREAM_CLOSED',
  'NGHTTP2_FRAME_SIZE_ERROR',
  'NGHTTP2_REFUSED_STREAM',
  'NGHTTP2_CANCEL',
  'NGHTTP2_COMPRESSION_ERROR',
  'NGHTTP2_CONNECT_ERROR',
  'NGHTTP2_ENHANCE_YOUR_CALM',
  'NGHTTP2_INADEQUATE_SECURITY',
  'NGHTTP2_HTTP_1_1_REQUIRED',
]);

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
