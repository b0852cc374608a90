import { deferredJson, snapshots, watchEvents } from '@rxkube/operators';
import { type KubeObject } from '@rxkube/protocol';
import { type Observable } from 'rxjs';

import { type Pipe } from '../marbles/pipe.js';

/** The pipe whose objects are parsed when they are read. */
export const deferredPipe: Pipe = {
  decode: <T extends KubeObject>(body: Observable<Uint8Array>) =>
    body.pipe(deferredJson(), watchEvents<T>()),
  snapshots: (transport, request, options) =>
    snapshots(transport, request, { ...options, decoding: 'deferred' }),
};
