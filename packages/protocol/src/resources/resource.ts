import { type Decoder } from 'io-ts';

import { invalidArgument } from '../errors/errors.js';
import { type KubeObject } from '../objects/object-meta.js';
import { type FieldSelector } from '../selector/field-selector.js';
import { type LabelSelector } from '../selector/label-selector.js';
import { type Shard } from '../sharding/shard.js';

/**
 * One kind of object that an API server serves, and how to decode it.
 *
 * @since 0.1.0
 */
export interface Resource<T extends KubeObject> {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  /** The lower-case name in the path, such as `pods`. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Decodes each object; without one, objects are taken as they are after a check of their metadata. */
  readonly codec?: Decoder<unknown, T> | undefined;
}

/**
 * The objects to list and watch: a resource, and which part of it.
 *
 * @since 0.1.0
 */
export interface Collection<T extends KubeObject> {
  readonly resource: Resource<T>;
  /** One namespace; absent for all of them. */
  readonly namespace?: string | undefined;
  /** One object by its name. */
  readonly name?: string | undefined;
  readonly labelSelector?: string | LabelSelector | undefined;
  readonly fieldSelector?: string | FieldSelector | undefined;
  /** One part of the objects by their hash. Servers without this feature send all, so clients filter too. */
  readonly shard?: Shard | undefined;
  /** Asks the server for `metadata` alone; the objects then have no spec and no status. Default false. */
  readonly metadataOnly?: boolean | undefined;
}

const PATH_SEGMENT = /^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/u;
const KIND = /^[A-Za-z][A-Za-z0-9]*$/u;

/**
 * Describes a resource that has no ready descriptor here, such as a custom one.
 *
 * ```ts
 * const widgets = resource<Widget>({
 *   group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true,
 * });
 * ```
 *
 * Without a `codec`, `T` is a promise of the caller: only the metadata is checked.
 *
 * @throws ProtocolError `invalidArgument` that names the field and says what it must look like.
 * @since 0.1.0
 */
export function resource<T extends KubeObject>(fields: Resource<T>): Resource<T> {
  const given: unknown = fields;
  if (typeof given !== 'object' || given === null) {
    throw invalidArgument('resource', 'no resource given; pass one such as pods, or resource({…})');
  }
  const { group, version, plural, kind, namespaced, codec } = fields;
  if (group !== '' && !isLike(PATH_SEGMENT, group)) {
    throw invalidArgument('group', `${quote(group)} is no API group; pass '' for the core group`);
  }
  if (!isLike(PATH_SEGMENT, version)) {
    throw invalidArgument('version', `${quote(version)} is no API version; pass one such as 'v1'`);
  }
  if (!isLike(PATH_SEGMENT, plural)) {
    throw invalidArgument(
      'plural',
      `${quote(plural)} is no resource; pass its lower-case plural, such as 'pods'`,
    );
  }
  if (!isLike(KIND, kind)) {
    throw invalidArgument('kind', `${quote(kind)} is no kind; pass one such as 'Pod'`);
  }
  if (typeof namespaced !== 'boolean') {
    throw invalidArgument('namespaced', `${quote(namespaced)} is no answer; pass true or false`);
  }
  if (codec !== undefined && !isDecoder(codec)) {
    throw invalidArgument('codec', 'it has no `decode`; pass a codec of io-ts, or leave it out');
  }

  return fields;
}

/**
 * The `apiVersion` that objects of a resource carry: `v1`, or `apps/v1`.
 *
 * @since 0.1.0
 */
export function apiVersionOf(resource: Resource<KubeObject>): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** Programs in plain JavaScript can pass anything, and `RegExp.test` takes `undefined` for a word. */
function isLike(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isDecoder(codec: unknown): boolean {
  return (
    typeof codec === 'object' &&
    codec !== null &&
    'decode' in codec &&
    typeof codec.decode === 'function'
  );
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
