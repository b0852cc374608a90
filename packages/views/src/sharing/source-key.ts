import { type Transport } from '@rxkube/operators';
import {
  type Collection,
  type FieldSelector,
  type KubeObject,
  type LabelSelector,
  formatSelector,
  parseFieldSelector,
  parseLabelSelector,
} from '@rxkube/protocol';
import { isPlainObject } from '@rxkube/protocol/internal';

/** Gives each object and each function a number of its own. */
const identities = new WeakMap<object, number>();
let identityCount = 0;

/**
 * Returns a text that two sources share only if they ask for the same: one transport, one collection and equal options.
 * Plain data counts by value. Functions and other objects count by identity.
 */
export function sourceKey(
  transport: Transport,
  request: Collection<KubeObject>,
  options: object,
): string {
  const { resource, namespace, name, labelSelector, fieldSelector, metadataOnly, shard } = request;
  const { group, version, plural, codec } = resource;
  const parts: readonly unknown[] = [
    [group, version, plural, namespace ?? '', name ?? ''],
    normalForm(parsed(labelSelector, parseLabelSelector)),
    normalForm(parsed(fieldSelector, parseFieldSelector)),
    metadataOnly === true,
    shard?.selector,
    options,
  ];

  return [transport, codec, ...parts].map(valueKey).join(' ');
}

function parsed<S>(selector: string | S, parse: (text: string) => S): S {
  return typeof selector === 'string' ? parse(selector) : selector;
}

/** Writes each requirement of a selector once, in one order. */
function normalForm(selector: LabelSelector | FieldSelector | undefined): readonly string[] {
  if (selector === undefined) return [];
  const alone =
    selector._tag === 'LabelSelector'
      ? selector.requirements.map((one) => ({ ...selector, requirements: [one] }))
      : selector.requirements.map((one) => ({ ...selector, requirements: [one] }));

  return [...new Set(alone.map(formatSelector))].sort();
}

function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join()}]`;
  if (typeof value === 'function') return identityOf(value);
  if (typeof value !== 'object' || value === null)
    return `${typeof value} ${JSON.stringify(String(value))}`;
  if (!isPlainObject(value)) return identityOf(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);

  return `{${fields
    .map(([name, field]) => `${JSON.stringify(name)}:${valueKey(field)}`)
    .sort()
    .join()}}`;
}

function identityOf(value: object): string {
  let identity = identities.get(value);
  if (identity === undefined) identities.set(value, (identity = ++identityCount));

  return `#${String(identity)}`;
}
