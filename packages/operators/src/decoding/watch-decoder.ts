import { type Collection, type KubeObject, type WatchEvent } from '@rxkube/protocol';
import { type Observable } from 'rxjs';

import { type DecodingOptions, documentsOf } from './documents-of.js';
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
  const documents = documentsOf(options, mayDefer);
  const events = watchEvents<T>(metadataOnly === true ? undefined : resource.codec, options);

  return (body, type) => body.pipe(documents(type), events);
}
