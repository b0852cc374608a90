/** How the fields of an object, or the items of a list, are owned: one by one, or all by one manager. */
export interface FieldType {
  /** Whether an object here has one owner for all that is in it. */
  readonly atomic: boolean;
  /** How the items of a list here are told from one another. */
  readonly list: ListType;
  /** Whether a field is part of the type, rather than a key of a map: such a key is owned itself. */
  readonly declares: (name: string) => boolean;
  readonly field: (name: string) => FieldType;
  readonly items: () => FieldType;
}

/** One owner for the whole list, items that are told by themselves, or by some of their fields. */
export type ListType = 'atomic' | 'set' | readonly ListKey[];

export interface ListKey {
  readonly name: string;
  /** What the field is where it is left out. */
  readonly fallback?: unknown;
}
