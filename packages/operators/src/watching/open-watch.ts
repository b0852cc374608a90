import {
  type Collection,
  type KubeObject,
  type ResourceVersion,
  watchRequest,
} from '@rxkube/protocol';
import { type Observable, defer } from 'rxjs';

import { validatedCollection } from '../options/validated-collection.js';
import { validatedFunction } from '../options/validated-function.js';
import { validatedOptions } from '../options/validated-options.js';
import { validatedTransport } from '../options/validated-transport.js';
import { type Transport } from '../transport.js';
import { type Opened, type WatchOptions, openStream } from './open-stream.js';

/**
 * Opens one watch just after a version.
 *
 * ```text
 * request   GET …?watch=true&resourceVersion=10&timeoutSeconds=270
 * response  -r              r = 200
 * r.body     --x-----y--|   x, y = bytes
 * decoded    --a-----b--|   a, b = events
 * result    ---(oa)--b--|   o = OPENED
 * ```
 *
 * - `OPENED` comes with the first event, or after a second of accepted silence. It does not come if the watch ends before.
 * - Completes when the server ends the watch. If that end does not arrive, it completes 5 s after its lifetime. It also
 *   completes if the clock jumps ahead by half a minute: the machine has slept, and its connections may be dead.
 * - Completes if no byte comes for too long, since the connection may be dead. The limit is U[75, 90) s at first, and the
 *   next watch teaches whether it was too short. `idleLimit` replaces it.
 * - Errors with a `StatusError` if the server refuses, with a `ProtocolError` if the response is not one of an API server,
 *   and with a `TransportError` if there is no response.
 * - `decode` also gets the content type. Without `decode` you get the bytes alone, and no `OPENED`.
 *
 * @see resumeFrom for a watch that resumes.
 * @since 0.1.0
 */
export function openWatch<T extends KubeObject, E>(
  transport: Transport,
  request: Collection<T>,
  version: ResourceVersion,
  decode: (body: Observable<Uint8Array>, type?: string) => Observable<E>,
  options?: WatchOptions,
): Observable<E | Opened>;
export function openWatch<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  version: ResourceVersion,
): Observable<Uint8Array>;
export function openWatch<T extends KubeObject, E>(
  transport: Transport,
  request: Collection<T>,
  version: ResourceVersion,
  decode?: (body: Observable<Uint8Array>, type?: string) => Observable<E>,
  options: WatchOptions = {},
): Observable<E | Opened | Uint8Array> {
  return defer(() => {
    validatedCollection(request);
    if (decode !== undefined) validatedFunction('decode', decode, 'one from bytes to events');

    validatedTransport(transport);
    const { pace } = validatedOptions(options);
    pace?.recordWatch();

    return openStream(
      transport,
      request.resource,
      (timeoutSeconds) => watchRequest(request, { resourceVersion: version, timeoutSeconds }),
      decode,
      options,
    );
  });
}
