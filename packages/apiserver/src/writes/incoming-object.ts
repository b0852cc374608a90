import { type ObjectMeta } from '@rxkube/protocol';

import { badRequest, invalid } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';

/** An object as somebody asks the server to store it, without the metadata that is empty or the server's own. */
export interface IncomingObject {
  readonly fields: JsonObject;
  readonly metadata: Partial<ObjectMeta>;
}

const TEXTS = ['name', 'namespace', 'generateName', 'uid', 'resourceVersion'];
const TEXT_MAPS = ['labels', 'annotations'];
/** What nobody but the server sets; `selfLink` is history. */
const SERVER_OWNED = [
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
];

/**
 * Reads an object that came from outside, as a copy.
 *
 * @throws StatusError 400 where it is no object of the resource, 422 where it has no name.
 */
export function readIncomingObject(served: ServedResource, given: unknown): IncomingObject {
  const fields: unknown = given === undefined ? undefined : JSON.parse(JSON.stringify(given));
  if (!isJsonObject(fields)) throw badRequest('the body of the request is no object');
  checkKind(served, fields);
  const metadata = readMetadata(fields['metadata'] ?? {});
  checkName(served, metadata);

  return { fields, metadata };
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

/** Custom objects are read before anybody asks what they are. */
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
  if (!isJsonObject(metadata)) throw badRequest('metadata is no object');
  for (const name of TEXTS) {
    const value = metadata[name];
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw badRequest(`metadata.${name} is no string`);
    }
  }
  for (const name of TEXT_MAPS) {
    const value = metadata[name];
    if (value === undefined || value === null) continue;
    if (!isJsonObject(value) || !Object.values(value).every((text) => typeof text === 'string')) {
      throw badRequest(`metadata.${name} is no map of strings`);
    }
  }
  const { finalizers } = metadata;
  if (finalizers !== undefined && finalizers !== null && !isTexts(finalizers)) {
    throw badRequest('metadata.finalizers is no list of strings');
  }

  return Object.fromEntries(
    Object.entries(metadata).filter(
      ([name, value]) => !isEmpty(value) && !SERVER_OWNED.includes(name),
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

/** What a server in Go leaves out when it writes. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;

  return isJsonObject(value) && Object.keys(value).length === 0;
}
