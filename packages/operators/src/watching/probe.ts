import { type Collection, type KubeObject, type ResourceVersion } from '@rxkube/protocol';
import { type Observable, ignoreElements } from 'rxjs';

import { fetchPage } from '../listing/fetch-page.js';
import { type ListPagesOptions } from '../listing/list-pages.js';
import { type Transport } from '../transport.js';

/** Asks whether the server has a version; nothing where it does, its own error where it does not. */
export function probe<T extends KubeObject>(
  transport: Transport,
  collection: Collection<T>,
  version: ResourceVersion,
  options: ListPagesOptions,
): Observable<never> {
  const page = { at: 'notOlderThan', resourceVersion: version, limit: 1 } as const;

  return fetchPage(transport, collection, page, options).pipe(ignoreElements());
}
