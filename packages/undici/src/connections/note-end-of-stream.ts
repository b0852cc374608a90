import { type ClientHttp2Stream } from 'node:http2';

/**
 * Gives a function that says whether the server has ended a stream itself, and has not broken it off.
 *
 * Node tells both by the end of a readable stream, but only a reset closes the stream before its end is pushed.
 */
export function noteEndOfStream(stream: ClientHttp2Stream): () => boolean {
  let ended: boolean | undefined;
  const push = stream.push.bind(stream);
  stream.push = (chunk, encoding): boolean => {
    if (chunk === null) ended ??= !stream.closed;

    return push(chunk, encoding);
  };

  return () => ended === true;
}
