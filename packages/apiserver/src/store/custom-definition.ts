import { isJsonObject } from './json-object.js';
import { type ServedResource, customResource } from './served-resource.js';
import { type JsonObject } from './stored-object.js';

/**
 * The resource that a CustomResourceDefinition asks for: in its storage version if that is served, else in the first
 * that is. `undefined` where it names none that could be served.
 */
export function customDefinition({ spec }: JsonObject): ServedResource | undefined {
  if (!isJsonObject(spec) || !isJsonObject(spec['names'])) return undefined;
  const { group, names, scope, versions } = spec;
  const { plural, kind, singular, listKind, shortNames } = names;
  const offered = objectsIn(versions).filter(({ served }) => served === true);
  const chosen = offered.find(({ storage }) => storage === true) ?? offered[0] ?? {};
  const { name: version, selectableFields, subresources } = chosen;
  if (!isText(group) || !isText(plural) || !isText(kind) || !isText(version)) return undefined;
  const described = { group, version, plural, kind, namespaced: scope === 'Namespaced' };

  return {
    ...customResource(described),
    ...(isText(singular) && { singular }),
    ...(isText(listKind) && { listKind }),
    shortNames: textsIn(shortNames),
    hasStatus: isJsonObject(subresources) && isJsonObject(subresources['status']),
    // A path of a definition begins with a dot, that of a selector does not.
    selectableFields: textsIn(objectsIn(selectableFields).map(({ jsonPath }) => jsonPath)).map(
      (path) => path.replace(/^\./u, ''),
    ),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
