import {
  type ApiRequest,
  type KubeObject,
  type Resource,
  apiVersionOf,
  invalidArgument,
  type ObjectName,
  type ObjectFields,
} from '@rxkube/protocol';

import { collectionPath, objectPath } from './object-path.js';
import { type Patch } from './patch.js';
import { type ApplyOptions, type RemoveOptions, type WriteOptions } from './write-options.js';

const JSON_TYPE = 'application/json';
const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;
/** The body is JSON, which is a part of YAML. Older servers know only this type. */
const APPLY_TYPE = 'application/apply-patch+yaml';
/** The limit of the server, in characters. */
const LONGEST_MANAGER = 128;

export function getRequest(
  resource: Resource<KubeObject>,
  target: ObjectName,
  subresource?: string,
): ApiRequest {
  return {
    method: 'GET',
    path: objectPath(resource, target, subresource),
    query: {},
    headers: { accept: JSON_TYPE },
  };
}

export function createRequest<T extends KubeObject>(
  resource: Resource<T>,
  draft: ObjectFields<T>,
  options: WriteOptions,
): ApiRequest {
  const { namespace, name } = metadataOf(draft);
  const { subresource } = options;
  const path =
    subresource === undefined
      ? collectionPath(resource, namespace)
      : objectPath(resource, { namespace, name: name ?? '' }, subresource);

  return withBody('POST', path, queryOf(options), JSON_TYPE, typed(resource, draft, subresource));
}

export function updateRequest<T extends KubeObject>(
  resource: Resource<T>,
  draft: ObjectFields<T>,
  options: WriteOptions,
): ApiRequest {
  const { subresource } = options;

  return withBody(
    'PUT',
    objectPath(resource, namedBy(draft), subresource),
    queryOf(options),
    JSON_TYPE,
    typed(resource, draft, subresource),
  );
}

export function patchRequest<T extends KubeObject>(
  resource: Resource<T>,
  target: ObjectName,
  patch: Patch<T>,
  options: WriteOptions,
): ApiRequest {
  const [form, ...others] = Object.keys(patch);
  if (others.length > 0 || !isForm(form)) {
    throw invalidArgument('patch', 'must have exactly one of the fields json, merge and strategic');
  }
  const body: unknown = { ...patch }[form as never];
  const path = objectPath(resource, target, options.subresource);

  return withBody('PATCH', path, queryOf(options), PATCH_TYPES[form], body);
}

export function applyRequest<T extends KubeObject>(
  resource: Resource<T>,
  draft: ObjectFields<T>,
  { manager, force, ...options }: ApplyOptions,
): ApiRequest {
  const query = {
    ...queryOf({ ...options, fieldManager: validatedManager('manager', manager) }),
    ...(force === true && { force: 'true' }),
  };
  const path = objectPath(resource, namedBy(draft), options.subresource);

  return withBody('PATCH', path, query, APPLY_TYPE, typed(resource, draft, options.subresource));
}

export function removeRequest(
  resource: Resource<KubeObject>,
  target: ObjectName,
  { preconditions, propagation, gracePeriodSeconds, dryRun }: RemoveOptions,
): ApiRequest {
  const body = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions,
    propagationPolicy: propagation,
    gracePeriodSeconds,
  };

  return withBody('DELETE', objectPath(resource, target), queryOf({ dryRun }), JSON_TYPE, body);
}

function withBody(
  method: ApiRequest['method'],
  path: string,
  query: ApiRequest['query'],
  type: string,
  value: unknown,
): ApiRequest {
  const headers = { accept: JSON_TYPE, 'content-type': type };

  return { method, path, query, headers, body: jsonOf(value) };
}

function queryOf({ dryRun, fieldManager, fieldValidation }: WriteOptions): ApiRequest['query'] {
  return {
    ...(dryRun === true && { dryRun: 'All' }),
    ...(fieldManager !== undefined && {
      fieldManager: validatedManager('fieldManager', fieldManager),
    }),
    ...(fieldValidation !== undefined && { fieldValidation }),
  };
}

/** A subresource such as `scale` or `eviction` has a kind of its own, so only the draft can name it. */
function typed<T extends KubeObject>(
  resource: Resource<T>,
  draft: ObjectFields<T>,
  subresource: string | undefined,
): object {
  if (subresource !== undefined && subresource !== 'status') return draft;

  return { apiVersion: apiVersionOf(resource), kind: resource.kind, ...draft };
}

function namedBy(draft: ObjectFields<KubeObject>): ObjectName {
  const { namespace, name } = metadataOf(draft);
  if (name === undefined) {
    throw invalidArgument('metadata.name', 'is missing; an update and an apply name their object');
  }

  return { namespace, name };
}

/** Programs in plain JavaScript can pass anything. */
function metadataOf(draft: ObjectFields<KubeObject>): Partial<KubeObject['metadata']> {
  const value: unknown = draft;
  if (typeof value !== 'object' || value === null || !isObject(draft.metadata)) {
    throw invalidArgument('object', 'must be an object with metadata');
  }

  return draft.metadata;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isForm(form: string | undefined): form is keyof typeof PATCH_TYPES {
  return form !== undefined && Object.hasOwn(PATCH_TYPES, form);
}

function validatedManager(field: string, manager: unknown): string {
  if (typeof manager === 'string' && manager !== '' && manager.length <= LONGEST_MANAGER) {
    return manager;
  }
  throw invalidArgument(
    field,
    `must be a text of 1 to ${String(LONGEST_MANAGER)} characters; pass the name of your program`,
  );
}

/** The cause is left out, because it can quote the object. */
function jsonOf(value: unknown): string {
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch {
    // A cycle or a BigInt is the same mistake as `undefined`.
  }
  if (typeof text === 'string') return text;
  throw invalidArgument(
    'object',
    'cannot be written as JSON; remove cycles, functions and bigints',
  );
}
