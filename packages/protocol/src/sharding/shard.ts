import { invalidArgument } from '../errors/errors.js';
import { type Hash, fieldHash } from './field-hash.js';

/** The field of the metadata that decides about the shard of an object. @since 0.2.0 */
export type ShardField = 'uid' | 'namespace';

/**
 * A part of a collection: the objects whose hash lies in one range. {@link shard} makes it.
 *
 * @since 0.2.0
 */
export interface Shard {
  readonly field: ShardField;
  /** The range in the words of a server, as it is sent. */
  readonly selector: string;
  /** Returns whether the object belongs to this shard. */
  readonly holds: (object: ShardedObject) => boolean;
}

/** The part of an object that a shard reads. @since 0.2.0 */
export interface ShardedObject {
  readonly metadata: {
    readonly uid?: string | undefined;
    readonly namespace?: string | undefined;
  };
}

const FIELDS: readonly unknown[] = ['uid', 'namespace'] satisfies ShardField[];
const WHOLE = 1n << 64n;

/**
 * Divides a collection into shards of equal hash ranges, and returns one of them.
 *
 * ```ts
 * shard(0, 3).selector;
 * // "shardRange(object.metadata.uid, '0x0000000000000000', '0x5555555555555555')"
 * ```
 *
 * - Each object belongs to exactly one of the shards.
 * - Servers with the feature `ShardedListAndWatch` (alpha in 1.36) send only the objects of the shard. All others ignore
 *   the selector, so the client filters too, by the same hash.
 * - `field: 'namespace'` keeps the objects of a namespace together. Default `'uid'`.
 * - If you change `of`, most objects get another shard.
 *
 * https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5866-server-side-sharded-list-and-watch
 *
 * @param index from 0 on.
 * @param of the number of shards.
 * @throws ProtocolError `invalidArgument` for a wrong number or field.
 * @since 0.2.0
 */
export function shard(
  index: number,
  of: number,
  options: { readonly field?: ShardField | undefined } = {},
): Shard {
  const { field = 'uid' } = options;
  if (!Number.isSafeInteger(of) || of < 1) {
    throw invalidArgument('of', `must be a whole number above 0, got ${String(of)}`);
  }
  if (!Number.isSafeInteger(index) || index < 0 || index >= of) {
    throw invalidArgument(
      'index',
      `must be a whole number from 0 to ${String(of - 1)}, got ${String(index)}`,
    );
  }
  if (!FIELDS.includes(field)) {
    throw invalidArgument('field', `must be 'uid' or 'namespace', got ${JSON.stringify(field)}`);
  }
  const start = (BigInt(index) * WHOLE) / BigInt(of);
  const end = (BigInt(index + 1) * WHOLE) / BigInt(of);
  const first = halves(start);
  const last = halves(end - 1n);

  return {
    field,
    selector: `shardRange(object.metadata.${field}, '${hex(start)}', '${hex(end)}')`,
    holds: ({ metadata }) => {
      const hash = fieldHash(metadata[field] ?? '');

      return !isLess(hash, first) && !isLess(last, hash);
    },
  };
}

function halves(value: bigint): Hash {
  return { high: Number(value >> 32n), low: Number(value & 0xffffffffn) };
}

function isLess(one: Hash, other: Hash): boolean {
  return one.high === other.high ? one.low < other.low : one.high < other.high;
}

/** The server accepts exactly 16 digits, and 17 for the end of the last range. */
function hex(value: bigint): string {
  return `0x${value.toString(16).padStart(16, '0')}`;
}
