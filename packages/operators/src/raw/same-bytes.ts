import { isBytes } from '@rxkube/protocol/internal';

import { encodedBytes } from '../format/encoded-bytes.js';

/**
 * Whether two objects of another format than JSON came as the same bytes, be they read or not. `undefined` where not
 * both of them have their bytes.
 */
export function sameBytes(one: unknown, other: unknown): boolean | undefined {
  const a = bytesOf(one);
  const b = bytesOf(other);
  if (a === undefined || b === undefined) return undefined;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;

  return true;
}

function bytesOf(object: unknown): Uint8Array | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  const { [encodedBytes]: bytes } = object as { readonly [encodedBytes]?: unknown };

  return isBytes(bytes) ? bytes : undefined;
}
