import { type Observable, map } from 'rxjs';

import { listBody } from '../presentation/list-body.js';
import { type Representation } from '../presentation/representation.js';
import { type ListOptions } from '../reading/list-options.js';
import { listPosition } from '../reading/list-position.js';
import { cacheProblem, sourceOf } from '../reading/object-view.js';
import { keyBase, readList } from '../reading/read-list.js';
import { type Selection } from '../reading/selection.js';
import { type ServedResource } from '../resources/served-resource.js';
import { bodyResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';

/**
 * Responds to a LIST whose options have been checked: at once, or when the requested version can be
 * read.
 *
 * While the watch cache is being filled, the storage serves lists that have a limit and no
 * selector.
 *
 * @throws StatusError 429 while the watch cache is being filled, for all other lists.
 */
export function listObjects(
  context: ServerContext,
  served: ServedResource,
  selection: Selection,
  options: ListOptions,
  representation: Representation,
): Observable<ServedResponse> {
  const problem = cacheProblem(context, served);
  const selectsAll = options.labelSelector === '' && options.fieldSelector === '';
  if (problem !== undefined && !(selectsAll && options.limit > 0)) throw problem;
  const source = problem === undefined ? sourceOf(served) : 'storage';

  return listPosition(context, served, source, options, keyBase(served, selection)).pipe(
    map((position) => {
      const result = readList(context, served, selection, position);
      const body = listBody(served, result, representation);

      return { ...bodyResponse(200, 'application/json', body), gzip: 'whole' };
    }),
  );
}
