import { isJsonObject } from '../objects/json-object.js';
import { type FieldType } from './field-type.js';
import { listItems } from './list-items.js';

/**
 * Merges a configuration into an object. Fields and items that it does not name stay as they are.
 */
export function mergeApplied(live: unknown, asked: unknown, type: FieldType): unknown {
  if (isJsonObject(asked) && isJsonObject(live) && !type.atomic) {
    const fields = new Map(Object.entries(live));
    for (const [name, part] of Object.entries(asked)) {
      fields.set(name, mergeApplied(fields.get(name), part, type.field(name)));
    }

    // Not by assignment: the name of a field may be __proto__.
    return Object.fromEntries(fields);
  }
  if (Array.isArray(asked) && Array.isArray(live) && type.list !== 'atomic') {
    return mergeLists(listItems(live, type.list), listItems(asked, type.list), type);
  }

  return asked;
}

/**
 * Merges two lists: `asked` items keep the order of the configuration, others keep the order of the
 * object. Each of the others stays before the asked item that it stood before.
 *
 * ```text
 * live    a b c d
 * asked   d n b
 * result  a c d n b
 * ```
 */
function mergeLists(
  live: ReadonlyMap<string, unknown>,
  asked: ReadonlyMap<string, unknown>,
  type: FieldType,
): readonly unknown[] {
  const left = [...live.keys()];
  const right = [...asked.keys()];
  const names = new Set<string>();
  for (let [own, wanted] = [left[0], right[0]]; own !== undefined || wanted !== undefined;) {
    if (own !== undefined && !asked.has(own)) {
      names.add(own);
      left.shift();
    } else if (own !== undefined && own !== right.find((name) => live.has(name))) {
      // Its place is the one in the configuration.
      left.shift();
    } else if (wanted !== undefined) {
      names.add(wanted);
      right.shift();
    }
    [own, wanted] = [left[0], right[0]];
  }

  return [...names].map((name) => {
    if (!asked.has(name)) return live.get(name);

    return live.has(name)
      ? mergeApplied(live.get(name), asked.get(name), type.items())
      : asked.get(name);
  });
}
