import {
  Position,
  cacheReduce,
  chunkedJson,
  fallBackTo,
  listPages,
  openWatch,
  relistOn410,
  resumeFrom,
  streamList,
  watchEvents,
  withPace,
} from '@rxkube/operators';
import { pipe } from 'rxjs';

import { type Pipe, realPipe } from './pipe.js';

/**
 * The pipe as a program may put it together from its parts. It does what `snapshots` does, except that it does not ask
 * a silent server whether it has the version, and does not remember servers that refuse to stream.
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

    return withPace(options, (pace) => {
      const shared = { ...options, pace, position: new Position() };
      const { strategy = 'list' } = options;
      const pages = listPages(transport, collection, shared);
      const stream = streamList(transport, collection, {
        ...shared,
        fallBackOn: strategy === 'auto' ? ['broken', 'forbidden'] : ['broken'],
      });

      return (strategy === 'list' ? pages : stream.pipe(fallBackTo(pages, shared))).pipe(
        resumeFrom((version) => openWatch(transport, collection, version, decode, shared), shared),
        relistOn410(shared),
        cacheReduce(options),
      );
    });
  },
};
