import {
  cacheReduce,
  chunkedJson,
  listPages,
  openWatch,
  positionOf,
  relistOn410,
  resumeFrom,
  watchEvents,
} from '@rxkube/operators';
import { type ResourceVersion, isTooLarge } from '@rxkube/protocol';
import { defer, pipe, tap } from 'rxjs';

import { type Pipe, realPipe } from './pipe.js';

/**
 * The pipe as a program may put it together from its parts. It does what `snapshots` does, but for asking a silent
 * server whether it knows the version.
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

      return defer(() => listPages(transport, collection, { ...options, notOlderThan: last })).pipe(
        resumeFrom(
          (version) => openWatch(transport, collection, version, decode, options),
          options,
        ),
        tap({
          next: (event) => {
            last = positionOf(event) ?? last;
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
