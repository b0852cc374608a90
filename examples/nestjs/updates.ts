import { type CacheSnapshot } from '@rxkube/operators';
import { type OperatorFunction, defer, map } from 'rxjs';

/** One message for one client. */
export interface Update<T> {
  readonly id: string;
  /** `set` replaces all that the client has. */
  readonly type: 'set' | 'changes';
  readonly data: {
    readonly phase: string;
    /** Keys that are gone; to be taken away first, since a key can come back as another object. */
    readonly gone: readonly string[];
    readonly put: Readonly<Record<string, T>>;
  };
}

/** The whole set first, then what has changed since the message before, however many snapshots lie between. */
export function updates<T>(): OperatorFunction<CacheSnapshot<T>, Update<T>> {
  return (snapshots$) =>
    defer(() => {
      let sent: CacheSnapshot<T> | undefined;

      return snapshots$.pipe(
        map((snapshot): Update<T> => {
          const type = sent === undefined ? 'set' : 'changes';
          const changes = snapshot.changesSince(sent);
          sent = snapshot;

          return {
            id: String(snapshot.resourceVersion),
            type,
            data: {
              phase: snapshot.phase,
              gone: changes.filter(({ _tag }) => _tag === 'Deleted').map(({ key }) => key),
              put: Object.fromEntries(
                changes
                  .filter(({ _tag }) => _tag !== 'Deleted')
                  .map(({ key, object }) => [key, object]),
              ),
            },
          };
        }),
      );
    });
}
