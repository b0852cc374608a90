import { isPlainObject } from '@rxkube/protocol/internal';

/**
 * Whether two JSON values are equal, whatever the order of their fields.
 *
 * It is asked where the version of an object is the one that is known already: such a copy is equal as a rule.
 */
export function sameContent(one: unknown, other: unknown): boolean {
  // A loop, since a hostile object may be nested deeper than the stack.
  const pairs: [unknown, unknown][] = [[one, other]];
  // The result of a transform may contain itself.
  const seen = new Map<unknown, Set<unknown>>();
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
    const known = seen.get(a);
    if (known?.has(b) === true) continue;
    if (known === undefined) seen.set(a, new Set([b]));
    else known.add(b);
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      pairs.push([a[key], b[key]]);
    }
  }

  return true;
}

/** A plain object or an array. The fields of a Date or a Map do not show their content. */
function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;

  return Array.isArray(value) || isPlainObject(value);
}
