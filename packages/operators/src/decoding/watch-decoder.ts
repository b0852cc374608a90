import { type Collection, type KubeObject, type WatchEvent } from '@rxkube/protocol';
import { type Observable } from 'rxjs';

import { type DecodingOptions } from './decoding-options.js';
import { documentsOf } from './documents-of.js';
import { type WatchEventsOptions, watchEvents } from './watch-events.js';

/** Decodes the body of a watch, given its content type. */
export type WatchDecoder<T extends KubeObject> = (
  body: Observable<Uint8Array>,
  type?: string,
) => Observable<WatchEvent<T>>;

/**
 * Makes the decoder for the watches of a collection.
 *
 * @param mayDefer is asked for each document before its object is left raw.
 */
export function watchDecoder<T extends KubeObject>(
  { resource, metadataOnly }: Collection<T>,
  options: DecodingOptions & WatchEventsOptions,
  mayDefer: () => boolean,
): WatchDecoder<T> {
  const known = { ...options, decoding: options.decoding ?? 'eager' };
  const codec = metadataOnly === true ? undefined : resource.codec;
  const documents = documentsOf(known, mayDefer);
  const events = watchEvents<T>(codec, known);

  return (body, type) => body.pipe(documents(type), events);
}
