import { type ObjectMeta } from '@rxkube/protocol';

import { jsonText, parseJson } from '../objects/json-text.js';
import { badRequest, invalid } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { jsonType } from '../objects/json-type.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';
import { withoutEmptyParts } from '../objects/without-empty-parts.js';

/**
 * An object that a client wants to store, without metadata that is empty or that only the server
 * sets.
 */
export interface IncomingObject {
  readonly fields: JsonObject;
  readonly metadata: Partial<ObjectMeta>;
}

const STRINGS = ['name', 'namespace', 'generateName', 'uid', 'resourceVersion'];
const STRING_MAPS = ['labels', 'annotations'];
/** Metadata that only the server sets. `selfLink` is a field of the past. */
const SERVER_OWNED = [
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
];

/**
 * Copies an object that came from outside, and checks its metadata.
 *
 * @throws StatusError 400 if it is not an object of the resource, 422 if it has no name.
 */
export function readIncomingObject(served: ServedResource, object: unknown): IncomingObject {
  const fields: unknown = object === undefined ? undefined : parseJson(jsonText(object));
  if (!isJsonObject(fields))
    throw badRequest(`the object must be a JSON object, got ${jsonType(fields)}`);
  checkKind(served, fields);
  const metadata = readMetadata(fields['metadata'] ?? {});
  checkName(served, metadata);

  const isBuiltIn = served.builtIn && served.group !== 'apiextensions.k8s.io';
  const content = withStringData(served, fields);

  return { fields: isBuiltIn ? withoutEmptyParts(content) : content, metadata };
}

/** Moves the `stringData` of a secret into its `data`, as a server does before it stores one. */
function withStringData({ group, plural }: ServedResource, fields: JsonObject): JsonObject {
  const { stringData, ...stored } = fields;
  if (group !== '' || plural !== 'secrets' || !isJsonObject(stringData)) return fields;
  const encoded = Object.entries(stringData).map(([name, text]): [string, string] => [
    name,
    base64(typeof text === 'string' ? text : ''),
  ]);
  const data = isJsonObject(stored['data']) ? Object.entries(stored['data']) : [];

  return { ...stored, data: Object.fromEntries(new Map<string, unknown>([...data, ...encoded])) };
}

function base64(text: string): string {
  return btoa(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''),
  );
}

function checkKind(served: ServedResource, fields: JsonObject): void {
  const { apiVersion, kind } = fields;
  if (apiVersion !== undefined && apiVersion !== '' && apiVersion !== served.apiVersion) {
    throw badRequest(
      `the API version in the data (${JSON.stringify(apiVersion)}) does not match the expected API version (${served.apiVersion})`,
    );
  }
  if (kind !== undefined && kind !== '' && kind !== served.kind) {
    if (!served.builtIn) throw otherKind(served, fields);
    throw badRequest(
      `the kind in the data (${JSON.stringify(kind)}) does not match the expected kind (${served.kind})`,
    );
  }
}

/**
 * Makes the 422 of a custom object of another kind: a real server reads such an object before it
 * checks the kind.
 */
function otherKind(
  { group, kind: expected }: ServedResource,
  { kind, metadata }: JsonObject,
): Error {
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  const message = `Invalid value: ${JSON.stringify(kind)}: must be ${expected}`;

  return invalid(
    {
      group,
      kind: typeof kind === 'string' ? kind : '',
      name: typeof name === 'string' ? name : '',
    },
    [{ field: 'kind', reason: 'FieldValueInvalid', message }],
  );
}

function readMetadata(metadata: unknown): Partial<ObjectMeta> {
  if (!isJsonObject(metadata))
    throw badRequest(`metadata must be an object, got ${jsonType(metadata)}`);
  for (const name of STRINGS) {
    const value = metadata[name];
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw badRequest(`metadata.${name} must be a string, got ${jsonType(value)}`);
    }
  }
  for (const name of STRING_MAPS) {
    const value = metadata[name];
    if (value === undefined || value === null) continue;
    if (!isJsonObject(value) || !Object.values(value).every((text) => typeof text === 'string')) {
      throw badRequest(`metadata.${name} must be a map of strings`);
    }
  }
  const { finalizers } = metadata;
  if (finalizers !== undefined && finalizers !== null && !isTexts(finalizers)) {
    throw badRequest('metadata.finalizers must be a list of strings');
  }

  return Object.fromEntries(
    Object.entries(metadata).filter(
      ([name, value]) =>
        !isEmpty(value) && !SERVER_OWNED.includes(name) && !isNoVersion(name, value),
    ),
  );
}

function checkName(served: ServedResource, { name, generateName }: Partial<ObjectMeta>): void {
  const { group, kind } = served;
  if (name === undefined && generateName === undefined) {
    throw invalid({ group, kind, name: '' }, [
      {
        field: 'metadata.name',
        reason: 'FieldValueRequired',
        message: 'Required value: name or generateName is required',
      },
    ]);
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

/** The version 0 means that there is none. */
function isNoVersion(name: string, value: unknown): boolean {
  return name === 'resourceVersion' && value === '0';
}

/** Says whether a server in Go leaves a value out when it writes. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;

  return isJsonObject(value) && Object.keys(value).length === 0;
}
