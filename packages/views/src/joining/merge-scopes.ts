import { type KubeError, invalidArgument, isForbidden, isNotFound } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { Observable, isObservable, of } from 'rxjs';

import { ownSnapshot } from '../view-of.js';
import { type MergedSnapshot } from './merged-snapshot.js';
import { ScopeSet } from './scope-set.js';

/** Options of {@link mergeScopes}. @since 0.1.0 */
export interface MergeScopesOptions {
  /** Names an object in the whole. Default: its key in its scope, which is right for namespaces of one cluster. */
  readonly keyOf?: ((scope: string, key: string) => string) | undefined;
  /** Returns whether the whole does without a scope that has had no set. Default: if it is forbidden or not found. */
  readonly leaveOut?: ((error: KubeError) => boolean) | undefined;
}

/**
 * Shows the objects of several scopes, such as namespaces or clusters, as one set.
 *
 * ```text
 * scopes   x----------------y  x = a and b, y = a alone
 * open(a)  -f---g-----------
 * open(b)  --i--------f-----   i = listing, with a 403
 * result   efG--H-----I-----K  e f = listing, G H = live without b, I = with b, K = the objects of b are deleted
 * ```
 *
 * - It opens and closes exactly the difference if the scopes change.
 * - A scope is left out if it has had no set and its error satisfies `leaveOut`. It goes on trying and joins when it has
 *   a set. If all scopes are left out, the whole is listing, with the error.
 * - A scope that is added later joins when it has a set. Until then the whole keeps its set and its phase.
 * - A scope that completes or fails keeps its last set, and the whole is interrupted. Put `retry` into `open` to open it
 *   again.
 * - Two objects under one key are an error: name them apart with `keyOf`. Without scopes the whole is live and empty.
 * - A change costs as much as the change and one look at each scope.
 *
 * @since 0.1.0
 */
export function mergeScopes<T>(
  scopes: Iterable<string> | Observable<Iterable<string>>,
  open: (scope: string) => Observable<CacheSnapshot<T>>,
  options: MergeScopesOptions = {},
): Observable<MergedSnapshot<T>> {
  const { keyOf = ownKey, leaveOut = isRefusal } = options;
  const names: Observable<Iterable<string>> = isObservable(scopes) ? scopes : of(scopes);

  return new Observable((subscriber) => {
    const set = new ScopeSet<T>(keyOf, leaveOut);
    let isOpening = false;
    let areNamesDone = false;

    function show(): void {
      if (isOpening || subscriber.closed) return;
      try {
        const snapshot = set.next();
        if (snapshot !== undefined) subscriber.next(snapshot);
      } catch (error) {
        subscriber.error(error);
      }
      if (areNamesDone && set.isDone) subscriber.complete();
    }

    function openScope(name: string): void {
      const scope = set.add(name);
      const end = (error: unknown): void => {
        scope.end(error);
        show();
      };
      scope.subscription = open(name).subscribe({
        next: (snapshot) => {
          scope.newest = ownSnapshot(snapshot);
          show();
        },
        error: end,
        complete: () => {
          end(undefined);
        },
      });
      subscriber.add(scope.subscription);
    }

    function replace(next: Iterable<string>): void {
      isOpening = true;
      try {
        const wanted = namesOf(next);
        set.closeOthers(wanted);
        for (const name of wanted) if (!set.has(name)) openScope(name);
      } catch (error) {
        subscriber.error(error);
      } finally {
        isOpening = false;
      }
      show();
    }

    subscriber.add(
      names.subscribe({
        next: replace,
        error: (error: unknown) => {
          subscriber.error(error);
        },
        complete: () => {
          areNamesDone = true;
          show();
        },
      }),
    );
  });
}

function ownKey(_scope: string, key: string): string {
  return key;
}

function isRefusal(error: KubeError): boolean {
  return isForbidden(error) || isNotFound(error);
}

/** @throws ProtocolError `invalidArgument` for a text, which would be one scope for each of its letters. */
function namesOf(scopes: Iterable<string>): ReadonlySet<string> {
  if (typeof scopes !== 'string') return new Set(scopes);
  throw invalidArgument('scopes', 'must be several names, got a string; pass an array');
}
