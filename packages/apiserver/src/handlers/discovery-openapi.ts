import { type ResourceRegistry } from '../store/resource-registry.js';
import { type ServedResource } from '../store/served-resource.js';

const ROOT = '/openapi/v3';
/** What `kubectl apply` looks for: whether the server reads this parameter, or the client has to check the fields. */
const FIELD_VALIDATION = {
  name: 'fieldValidation',
  in: 'query',
  schema: { type: 'string', uniqueItems: true },
};

/**
 * The OpenAPI documents, as far as `kubectl` needs them before it writes: which kinds can be patched, and
 * that the server reads `fieldValidation`. They describe no fields. `undefined` for any other path.
 */
export function openApiDocument(registry: ResourceRegistry, path: string): object | undefined {
  const all = registry.all();
  if (path === ROOT) return { paths: Object.fromEntries(all.map(entryOf)) };
  if (!path.startsWith(`${ROOT}/`)) return undefined;
  const wanted = path.slice(ROOT.length + 1);
  const resources = all.filter((served) => placeOf(served) === wanted);
  if (resources.length === 0) return undefined;

  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: Object.fromEntries(resources.map((served) => [objectPath(served), pathItem(served)])),
    components: { schemas: {} },
  };
}

function entryOf(served: ServedResource): readonly [string, object] {
  const place = placeOf(served);

  return [place, { serverRelativeURL: `${ROOT}/${place}` }];
}

/** Such as `api/v1`, or `apis/apps/v1`. */
function placeOf({ group, apiVersion }: ServedResource): string {
  return `${group === '' ? 'api' : 'apis'}/${apiVersion}`;
}

function objectPath(served: ServedResource): string {
  const scope = served.namespaced ? '/namespaces/{namespace}' : '';

  return `/${placeOf(served)}${scope}/${served.plural}/{name}`;
}

function pathItem({ group, version, kind }: ServedResource): object {
  return {
    patch: {
      parameters: [FIELD_VALIDATION],
      responses: { 200: { description: 'OK' } },
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group, version, kind },
    },
  };
}
