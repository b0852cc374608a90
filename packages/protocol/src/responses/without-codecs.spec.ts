import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';

import { isResourceVersion } from '../objects/is-resource-version.js';
import { KubeObject } from '../objects/object-meta.js';
import { readObject } from '../objects/read-object.js';
import { ResourceVersion } from '../objects/resource-version.js';
import { isList } from './is-list.js';
import { List } from './list.js';

const value = fc.constantFrom<unknown>('', '0', 'x', 7, null, undefined, [], {}, true);

function record(...names: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(names.map((name) => [name, value]));

  return fc.oneof(value, fc.record(fields, { requiredKeys: [] }));
}

describe('the checks without a codec', () => {
  it('take the same versions as the codec', () => {
    fc.assert(
      fc.property(value, (it) => {
        expect(isResourceVersion(it)).toBe(ResourceVersion.is(it));
      }),
    );
  });

  it('take the same lists as the codec', () => {
    const metadata = record('resourceVersion', 'continue', 'remainingItemCount');
    const list = fc.record(
      { kind: value, apiVersion: value, metadata, items: value },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(fc.oneof(value, list), (it) => {
        expect(isList(it)).toBe(List.is(it));
      }),
      { numRuns: 2_000 },
    );
  });

  it('take the same objects as the codec', () => {
    const object = fc.record(
      { metadata: record('name', 'namespace', 'uid', 'resourceVersion') },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(fc.oneof(value, object), (it) => {
        expect(readObject(it, 'object') instanceof Error).toBe(E.isLeft(KubeObject.decode(it)));
      }),
      { numRuns: 2_000 },
    );
  });
});
