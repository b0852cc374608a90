import { isDeepStrictEqual } from 'node:util';

import { type CacheSnapshot } from '@rxkube/operators';
import { type KubeObject, objectKey } from '@rxkube/protocol';

import { type RawList } from './api.js';

/** Whether a snapshot shows just what a list shows. */
export function shows<T extends KubeObject>(
  shown: CacheSnapshot<T> | undefined,
  { items }: RawList,
): boolean {
  const truth = new Map(items.map((object) => [objectKey(object), plain(object)]));

  return (
    shown?.size === truth.size &&
    [...shown.entries()].every(([key, object]) => isDeepStrictEqual(plain(object), truth.get(key)))
  );
}

/** Without what the items of a list do not have: a kind of their own. */
function plain(object: KubeObject): object {
  return { ...object, apiVersion: undefined, kind: undefined };
}
