import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';

/**
 * A set of fields of an object, as a tree. Its branches have the names of the wire: `f:NAME` for a
 * field, `k:{KEYS}` for a list item with keys, `v:VALUE` for a list item that is its own key.
 */
export interface FieldSet {
  /** Whether the root of this tree is itself in the set. */
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

export const NO_FIELDS: FieldSet = { member: false, children: new Map() };
/** One field, without the fields inside it. */
export const ONE_FIELD: FieldSet = { member: true, children: new Map() };

/** Makes a set, and leaves empty branches out. */
export function fieldSet(
  member: boolean,
  children: Iterable<readonly [name: string, set: FieldSet]>,
): FieldSet {
  return { member, children: new Map([...children].filter(([, child]) => !isEmpty(child))) };
}

export function isEmpty({ member, children }: FieldSet): boolean {
  return !member && children.size === 0;
}

export function union(left: FieldSet, right: FieldSet): FieldSet {
  return combined(left, right, (inLeft, inRight) => inLeft || inRight);
}

export function difference(left: FieldSet, right: FieldSet): FieldSet {
  return combined(left, right, (inLeft, inRight) => inLeft && !inRight);
}

export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  return combined(left, right, (inLeft, inRight) => inLeft && inRight);
}

/** Formats a set for the wire: `{}` is a field, `.` marks a field with other fields inside it. */
export function formatFields({ member, children }: FieldSet): JsonObject {
  const names = [...children.keys()].sort();
  const parts = names.map((name): [string, JsonObject] => [
    name,
    formatFields(children.get(name) ?? NO_FIELDS),
  ]);

  return Object.fromEntries([
    ...(member && parts.length > 0 ? [['.', {}] as const] : []),
    ...parts,
  ]);
}

/** Reads a set from the wire. A text that is not a set gives the empty set. */
export function parseFields(text: unknown, member = false): FieldSet {
  const { '.': dot, ...parts } = isJsonObject(text) ? text : {};
  const children = Object.entries(parts).map(([name, part]): [string, FieldSet] => [
    name,
    parseFields(part, isJsonObject(part) && Object.keys(part).length === 0),
  ]);

  return fieldSet(member || dot !== undefined, children);
}

/** The fields of a set as people read them, such as `.spec.containers[name="a"].image`. */
export function fieldTexts(set: FieldSet, path = ''): readonly string[] {
  const names = [...set.children.keys()].sort();

  return [
    ...(set.member ? [path] : []),
    ...names.flatMap((name) =>
      fieldTexts(set.children.get(name) ?? NO_FIELDS, `${path}${stepText(name)}`),
    ),
  ];
}

function combined(
  left: FieldSet,
  right: FieldSet,
  member: (inLeft: boolean, inRight: boolean) => boolean,
): FieldSet {
  const names = new Set([...left.children.keys(), ...right.children.keys()]);

  return fieldSet(
    member(left.member, right.member),
    [...names].map((name) => [
      name,
      combined(left.children.get(name) ?? NO_FIELDS, right.children.get(name) ?? NO_FIELDS, member),
    ]),
  );
}

function stepText(name: string): string {
  const content = name.slice(2);
  if (name.startsWith('f:')) return `.${content}`;
  if (name.startsWith('v:')) return `[=${content}]`;
  const keys = Object.entries(JSON.parse(content) as JsonObject);

  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}
