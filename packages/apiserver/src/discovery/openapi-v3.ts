import { isJsonObject } from '../objects/json-object.js';
import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';

const ROOT = '/openapi/v3';
/**
 * The parameters for which `kubectl` looks before it writes. Without them it checks the fields
 * itself, and offers no dry run.
 */
const PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
  name,
  in: 'query',
  schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
}));

/**
 * Makes the OpenAPI documents, as far as `kubectl` needs them: the kinds that can be patched, the
 * parameters, and the fields of custom resources. The fields of built-in kinds are left out.
 * Returns `undefined` for any other path.
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
    components: { schemas: Object.fromEntries(resources.flatMap(schemaEntry)) },
  };
}

/** The first fields of every object. */
const HEAD = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

function entryOf(served: ServedResource): readonly [string, object] {
  const place = placeOf(served);

  return [place, { serverRelativeURL: `${ROOT}/${place}` }];
}

/** Such as `api/v1`, or `apis/apps/v1`. */
function placeOf({ group, apiVersion }: ServedResource): string {
  return `${group === '' ? 'api' : 'apis'}/${apiVersion}`;
}

function schemaEntry(served: ServedResource): readonly (readonly [string, object])[] {
  const { group, version, kind, schema } = served;
  if (schema === undefined) return [];
  const name = [...group.split('.').reverse(), version, kind].join('.');
  const { properties } = schema;

  return [
    [
      name,
      {
        ...schema,
        properties: { ...HEAD, ...(isJsonObject(properties) && properties) },
        'x-kubernetes-group-version-kind': [{ group, version, kind }],
      },
    ],
  ];
}

/** Returns the path of one object, with its variables. */
export function objectPath(served: ServedResource): string {
  const scope = served.namespaced ? '/namespaces/{namespace}' : '';

  return `/${placeOf(served)}${scope}/${served.plural}/{name}`;
}

function pathItem({ group, version, kind }: ServedResource): object {
  return {
    patch: {
      parameters: PARAMETERS,
      responses: { 200: { description: 'OK' } },
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group, version, kind },
    },
  };
}
