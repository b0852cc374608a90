import {
  type CacheSnapshot,
  type SnapshotsOptions,
  type Transport,
  chunkedJson,
  snapshots,
  watchEvents,
} from '@rxkube/operators';
import { type Collection, type KubeObject, type Resource, type WatchEvent } from '@rxkube/protocol';
import { type Observable, pipe } from 'rxjs';

/** The subject of the stories: the real pipe, or a pipe that is broken on purpose. */
export interface Pipe {
  /** The bytes of a watch as events. */
  decode<T extends KubeObject>(body: Observable<Uint8Array>): Observable<WatchEvent<T>>;
  /** The whole pipe. */
  snapshots<T extends KubeObject>(
    transport: Transport,
    request: Collection<T> | Resource<T>,
    options?: SnapshotsOptions<T>,
  ): Observable<CacheSnapshot<T>>;
}

/** The pipe that users get. */
export const realPipe: Pipe = {
  decode: <T extends KubeObject>(body: Observable<Uint8Array>) =>
    body.pipe(pipe(chunkedJson(), watchEvents<T>())),
  snapshots,
};
