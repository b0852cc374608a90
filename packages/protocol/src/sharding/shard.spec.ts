import { describe, expect, it } from 'vitest';

import { listRequest } from '../requests/list-request.js';
import { watchRequest } from '../requests/watch-request.js';
import { pods } from '../resources/core/pods.js';
import { type ResourceVersion } from '../objects/resource-version.js';
import { fieldHash } from './field-hash.js';
import { type Shard, shard } from './shard.js';

function hexOf({ high, low }: ReturnType<typeof fieldHash>): string {
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

const uids = Array.from({ length: 2_000 }, () => crypto.randomUUID());
const withUid = (uid: string): { metadata: { uid: string } } => ({ metadata: { uid } });

describe('fieldHash', () => {
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('hashes %j as the authors of FNV-1a do', (text, hash) => {
    expect(hexOf(fieldHash(text))).toBe(hash);
  });

  it('hashes the bytes of UTF-8', () => {
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode('aä€')) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }

    expect(hexOf(fieldHash('aä€'))).toBe(hash.toString(16).padStart(16, '0'));
  });

  it('agrees with the definition for random uids', () => {
    for (const uid of uids) {
      let hash = 0xcbf29ce484222325n;
      for (const byte of new TextEncoder().encode(uid)) {
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
      }
      expect(hexOf(fieldHash(uid))).toBe(hash.toString(16).padStart(16, '0'));
    }
  });
});

describe('shard', () => {
  it('writes its range in the words of a server', () => {
    expect([0, 1, 2].map((index) => shard(index, 3).selector)).toEqual([
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x5555555555555555')",
      "shardRange(object.metadata.uid, '0x5555555555555555', '0xaaaaaaaaaaaaaaaa')",
      "shardRange(object.metadata.uid, '0xaaaaaaaaaaaaaaaa', '0x10000000000000000')",
    ]);
    expect(shard(0, 1, { field: 'namespace' }).selector).toBe(
      "shardRange(object.metadata.namespace, '0x0000000000000000', '0x10000000000000000')",
    );
  });

  it.each([1, 2, 3, 12, 1_000, 1_024])('is one of %i that hold each object once', (of) => {
    const shards = Array.from({ length: of }, (_, index) => shard(index, of));
    const holders = (uid: string): readonly Shard[] =>
      shards.filter(({ holds }) => holds(withUid(uid)));

    for (const uid of uids.slice(0, 200)) expect(holders(uid)).toHaveLength(1);
  });

  it('divides uids evenly', () => {
    for (let index = 0; index < 4; index++) {
      const share = uids.filter((uid) => shard(index, 4).holds(withUid(uid))).length / uids.length;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.3);
    }
  });

  it('keeps a namespace together', () => {
    const byNamespace = shard(0, 2, { field: 'namespace' });
    const held = new Set(
      uids.map((uid) => byNamespace.holds({ metadata: { uid, namespace: 'shop' } })),
    );

    expect(held.size).toBe(1);
  });

  it('is a part of the requests for a collection', () => {
    const collection = { resource: pods, shard: shard(1, 3) };
    const { selector: shardSelector } = collection.shard;
    const start = { resourceVersion: '10' as ResourceVersion, timeoutSeconds: 1 };

    expect(listRequest(collection, { at: 'latest', limit: 0 }).query).toEqual({ shardSelector });
    expect(watchRequest(collection, start).query).toMatchObject({ shardSelector });
  });

  it.each([
    ['of', 0, 0, {}],
    ['of', 0, 1.5, {}],
    ['index', 3, 3, {}],
    ['index', -1, 3, {}],
    ['field', 0, 3, { field: 'name' as never }],
  ])('refuses a wrong %s', (field, index, of, options) => {
    expect(() => shard(index, of, options)).toThrow(field);
  });
});
