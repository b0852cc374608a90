import {
  type SyncEvent,
  cacheReduce,
  chunkedJson,
  listPages,
  nextMove,
  openWatch,
  positionOf,
  relistOn410,
  resumeFrom,
  streamList,
  watchEvents,
} from '@rxkube/operators';
import { type KubeObject, type ResourceVersion, isTooLarge } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, type Observable, catchError, defer, pipe, tap } from 'rxjs';

import { type Pipe, realPipe } from './pipe.js';

/**
 * The pipe as a program may put it together from its parts. It does what `snapshots` does, but for asking a silent
 * server whether it knows the version, and for remembering who does not stream.
 */
export const composedPipe: Pipe = {
  ...realPipe,
  snapshots: (transport, request, options = {}) => {
    const collection = 'resource' in request ? request : { resource: request };
    const { codec } = collection.resource;
    const decode = pipe(
      chunkedJson(options),
      watchEvents(collection.metadataOnly === true ? undefined : codec, options),
    );

    return defer(() => {
      let last: ResourceVersion | undefined;
      let listing = false;

      return defer(() => {
        const fresh = { ...options, notOlderThan: last };
        const pages = listPages(transport, collection, fresh);

        return options.strategy === undefined
          ? pages
          : streamList(transport, collection, fresh).pipe(orElse(pages));
      }).pipe(
        resumeFrom(
          (version) => openWatch(transport, collection, version, decode, options),
          options,
        ),
        tap({
          next: (event) => {
            if (event._tag === 'ListStarted') listing = true;
            if (event._tag === 'ListCompleted') listing = false;
            if (!listing) last = positionOf(event) ?? last;
          },
          error: (error: unknown) => {
            if (isTooLarge(error)) last = undefined;
          },
        }),
        relistOn410(options),
        cacheReduce(options),
      );
    });
  },
};

/** Pages, where a streaming list is refused; what fails behind its end mark is for others. */
function orElse<T extends KubeObject>(
  pages: Observable<SyncEvent<T>>,
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return (stream) =>
    defer(() => {
      let listed = false;

      return stream.pipe(
        tap((event) => {
          listed ||= event._tag === 'ListCompleted';
        }),
        catchError((error: unknown) => {
          if (listed || nextMove(error, 'streamList') !== 'fallBack') throw error;

          return pages;
        }),
      );
    });
}
