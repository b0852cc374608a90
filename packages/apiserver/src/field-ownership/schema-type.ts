import { isJsonObject } from '../objects/json-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';
import { builtInType } from './built-in-type.js';
import { type FieldType, type ListType } from './field-type.js';

/** Finds the type of the objects of a resource. */
export function typeOfResource({ builtIn, kind, schema }: ServedResource): FieldType {
  if (builtIn) return builtInType(kind);
  const type = schemaType(schema ?? {});

  return {
    ...type,
    declares: (name) => ['apiVersion', 'kind', 'metadata'].includes(name) || type.declares(name),
    // Metadata has the same type for all kinds, whatever a definition says.
    field: (name) => (name === 'metadata' ? builtInType(kind).field(name) : type.field(name)),
  };
}

/** Reads a schema as a type. Objects without properties are maps, lists without keys are atomic. */
function schemaType(schema: JsonObject): FieldType {
  const { properties, additionalProperties, items } = schema;
  const part = (name: string): unknown => {
    const declared = isJsonObject(properties) ? properties[name] : undefined;

    return declared ?? additionalProperties;
  };

  return {
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    requires:
      typeof schema['type'] === 'string' && schema['nullable'] !== true
        ? schema['type']
        : undefined,
    list: listType(schema),
    declares: (name) => isJsonObject(properties) && Object.hasOwn(properties, name),
    field: (name) => schemaType(objectOr(part(name))),
    items: () => schemaType(objectOr(items)),
  };
}

function listType(schema: JsonObject): ListType {
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return 'set';
  const names = schema['x-kubernetes-list-map-keys'];
  if (type !== 'map' || !Array.isArray(names)) return 'atomic';
  const properties = objectOr(objectOr(schema['items'])['properties']);

  return names
    .filter((name): name is string => typeof name === 'string')
    .map((name) => ({ name, fallback: objectOr(properties[name])['default'] }));
}

function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
