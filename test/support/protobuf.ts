// Writes what an API server writes in protobuf, with a library that shares no code with the reader.
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { type ObjectMeta, type Status } from '@rxkube/protocol';

type Value = string | number | boolean | Uint8Array;

/** Numbers of fields with their values; `undefined` is left out. */
export type Field = readonly [number, Value | undefined];

/** The kind of an object. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

export const POD: TypeMeta = { apiVersion: 'v1', kind: 'Pod' };
export const POD_LIST: TypeMeta = { apiVersion: 'v1', kind: 'PodList' };

/** A message of these fields. */
export function message(...fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [field, value] of fields) {
    if (typeof value === 'string') writer.tag(field, WireType.LengthDelimited).string(value);
    else if (typeof value === 'number') writer.tag(field, WireType.Varint).int64(value);
    else if (typeof value === 'boolean') writer.tag(field, WireType.Varint).bool(value);
    else if (value !== undefined) writer.tag(field, WireType.LengthDelimited).bytes(value);
  }

  return writer.finish();
}

/** An object on its own: with its kind around it, and the empty fields that Go writes. */
export function unknown({ apiVersion, kind }: TypeMeta, raw: Uint8Array): Uint8Array {
  const type = message([1, apiVersion], [2, kind]);

  return joined(bytes('k8s\0'), message([1, type], [2, raw], [3, ''], [4, '']));
}

/** An event of a watch, its length in front. */
export function frame(type: string, object: Uint8Array): Uint8Array {
  return prefixed(message([1, type], [2, message([1, object])]));
}

/** Bytes with their length in front. */
export function prefixed(body: Uint8Array): Uint8Array {
  const prefix = new Uint8Array(4);
  new DataView(prefix.buffer).setUint32(0, body.length);

  return joined(prefix, body);
}

/** A pod with nothing but its metadata and the bytes of a spec. */
export function pod(metadata: Partial<ObjectMeta>, spec = 'the spec'): Uint8Array {
  return message([1, objectMeta(metadata)], [2, spec], [3, '']);
}

/** A whole list of objects. */
export function list(
  type: TypeMeta,
  metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  },
  items: readonly Uint8Array[],
): Uint8Array {
  const meta = message(
    [1, ''],
    [2, metadata.resourceVersion ?? ''],
    [3, metadata.continue ?? ''],
    [4, metadata.remainingItemCount],
  );

  return unknown(type, message([1, meta], ...items.map((item): Field => [2, item])));
}

/** A Status, as an ERROR frame or a refusal has it. */
export function status({ metadata, message: text, reason, details, code, status }: Status) {
  const meta = message([1, ''], [2, ''], [3, metadata?.continue ?? '']);

  return unknown(
    { apiVersion: 'v1', kind: 'Status' },
    message(
      [1, meta],
      [2, status ?? ''],
      [3, text ?? ''],
      [4, reason ?? ''],
      [5, details === undefined ? undefined : statusDetails(details)],
      [6, code],
    ),
  );
}

function statusDetails(details: NonNullable<Status['details']>): Uint8Array {
  const { name, group, kind, causes = [], retryAfterSeconds, uid } = details;

  return message(
    [1, name ?? ''],
    [2, group ?? ''],
    [3, kind ?? ''],
    ...causes.map((cause): Field => {
      return [
        4,
        message([1, cause.reason ?? ''], [2, cause.message ?? ''], [3, cause.field ?? '']),
      ];
    }),
    [5, retryAfterSeconds ?? 0],
    [6, uid ?? ''],
  );
}

/** The metadata of an object, in the order of Go. */
export function objectMeta(metadata: Partial<ObjectMeta>): Uint8Array {
  const { labels = {}, annotations = {}, ownerReferences = [], managedFields = [] } = metadata;

  return message(
    [1, metadata.name ?? ''],
    [2, metadata.generateName ?? ''],
    [3, metadata.namespace ?? ''],
    [4, ''],
    [5, metadata.uid ?? ''],
    [6, metadata.resourceVersion ?? ''],
    [7, metadata.generation ?? 0],
    [8, time(metadata.creationTimestamp) ?? new Uint8Array(0)],
    [9, time(metadata.deletionTimestamp)],
    [10, metadata.deletionGracePeriodSeconds],
    ...Object.entries(labels).map((entry): Field => [11, entryOf(entry)]),
    ...Object.entries(annotations).map((entry): Field => [12, entryOf(entry)]),
    ...ownerReferences.map((owner): Field => {
      const { kind, name, uid, apiVersion, controller, blockOwnerDeletion } = owner;

      return [
        13,
        message(
          [1, kind],
          [3, name],
          [4, uid],
          [5, apiVersion],
          [6, controller],
          [7, blockOwnerDeletion],
        ),
      ];
    }),
    ...(metadata.finalizers ?? []).map((finalizer): Field => [14, finalizer]),
    ...managedFields.map((entry): Field => [17, managedFieldsEntry(entry as ManagedFields)]),
  );
}

/** An entry of the managed fields, as JSON has it. */
export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: unknown;
  readonly subresource?: string;
}

function managedFieldsEntry(entry: ManagedFields): Uint8Array {
  const { fieldsV1 } = entry;

  return message(
    [1, entry.manager ?? ''],
    [2, entry.operation ?? ''],
    [3, entry.apiVersion ?? ''],
    [4, time(entry.time)],
    [6, entry.fieldsType ?? ''],
    [7, fieldsV1 === undefined ? undefined : message([1, JSON.stringify(fieldsV1)])],
    [8, entry.subresource ?? ''],
  );
}

function entryOf([key, value]: [string, string]): Uint8Array {
  return message([1, key], [2, value]);
}

function time(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : message([1, Date.parse(text) / 1_000], [2, 0]);
}

/** Several pieces as one. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** The bytes of a text. */
export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
