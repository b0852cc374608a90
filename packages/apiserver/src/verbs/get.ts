import { type ApiRequest } from '@rxkube/protocol';
import { type Observable, map } from 'rxjs';

import { objectText } from '../presentation/representation.js';
import { reached } from '../reading/freshness.js';
import { negotiate } from '../reading/negotiate.js';
import { cacheProblem, sourceOf, viewOf } from '../reading/object-view.js';
import { requestedRevision } from '../reading/requested-revision.js';
import { type NamedRoute } from '../requests/route.js';
import { jsonTextResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { objectNotFound } from '../statuses/status-errors.js';

/** Responds to the GET of one object: at once, or when the requested version can be read. */
export function getObject(
  context: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): Observable<ServedResponse> {
  const { served, name } = route;
  const representation = negotiate(context, request, served, 'object');
  const { resourceVersion = '' } = request.query;
  const latest = resourceVersion === '';
  // The storage knows the latest version, and replaces a cache that is being filled.
  const source =
    latest || cacheProblem(context, served) !== undefined ? 'storage' : sourceOf(served);
  const verb = sourceOf(served) === 'cache' ? 'other' : 'list';
  const requested = requestedRevision(latest ? '0' : resourceVersion, verb);

  return reached(context, served, source, requested).pipe(
    map(() => {
      const object = viewOf(context, served, source).get(route);
      if (object === undefined) throw objectNotFound(served, name);

      return { ...jsonTextResponse(200, objectText(object, representation)), gzip: 'whole' };
    }),
  );
}
