import { isJsonObject } from './json-object.js';
import { type JsonObject } from './stored-object.js';

/** Fields of built-in kinds that are maps of texts, of which a server in Go keeps empty texts. */
const MAPS = [
  'allocatable',
  'annotations',
  'binaryData',
  'capacity',
  'data',
  'labels',
  'limits',
  'matchLabels',
  'nodeSelector',
  'overhead',
  'requests',
  'selector',
  'stringData',
];

/**
 * Removes from the content of a built-in object what a server in Go does not write: empty texts, empty lists, and empty
 * maps. Other empty objects stay.
 */
export function withoutEmptyParts(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]): [string, unknown] => [name, contentOf(name, value)])
      .filter(([name, value]) => !isLeftOut(name, value)),
  );
}

function contentOf(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => (isJsonObject(item) ? withoutEmptyParts(item) : item));
  }
  if (!isJsonObject(value)) return value;

  return isTextMap(name, value) ? value : withoutEmptyParts(value);
}

function isLeftOut(name: string, value: unknown): boolean {
  // Each pod says that it has no containers and no node.
  if (name === 'containers' || name === 'nodeName') return false;
  if (value === '' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;

  return isJsonObject(value) && Object.keys(value).length === 0 && MAPS.includes(name);
}

/** A field such as `selector` is a map in one kind and an object in another one. */
function isTextMap(name: string, value: JsonObject): boolean {
  return MAPS.includes(name) && Object.values(value).every((part) => typeof part === 'string');
}
