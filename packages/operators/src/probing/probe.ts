import { type Collection, type KubeObject, type ResourceVersion } from '@rxkube/protocol';
import { type Observable, defer, ignoreElements } from 'rxjs';

import { type FetchPageOptions, fetchPage } from '../listing/fetch-page.js';
import { type Pace } from '../recovery/pace.js';
import { type Transport } from '../transport.js';

/** Asks whether the server has a version. Completes if it does, and errors with the reason if it does not. */
export function probe<T extends KubeObject>(
  transport: Transport,
  collection: Collection<T>,
  version: ResourceVersion,
  options: FetchPageOptions & { readonly pace: Pace },
): Observable<never> {
  const page = { at: 'notOlderThan', resourceVersion: version, limit: 1 } as const;

  return defer(() => {
    options.pace.recordList();

    return fetchPage(transport, collection, page, options).pipe(ignoreElements());
  });
}
