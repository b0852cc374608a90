/**
 * Whether the fields of an object, or the items of a list, have owners one by one or one owner
 * together.
 */
export interface FieldType {
  /** Whether an object of this type has one owner for all its fields. */
  readonly atomic: boolean;
  /** The JSON type that the schema of a custom resource requires, so that it rejects null. */
  readonly requires: string | undefined;
  /** How the items of a list of this type are distinguished. */
  readonly list: ListType;
  /**
   * Whether the type declares a field. A field that it does not declare is a key of a map, which
   * has an owner.
   */
  readonly declares: (name: string) => boolean;
  readonly field: (name: string) => FieldType;
  readonly items: () => FieldType;
}

/** One owner for the whole list, items that are their own keys, or items with key fields. */
export type ListType = 'atomic' | 'set' | readonly ListKey[];

export interface ListKey {
  readonly name: string;
  /** The value of the field if it is left out. */
  readonly fallback?: unknown;
}
