/**
 * The dotted paths to the plain values inside `T`, such as `status.phase`, four levels deep.
 *
 * Lists and maps are left out, since no server selects by what is in them. Which of the paths a server does
 * know differs by kind: `metadata.name` and `metadata.namespace` always, others such as a pod's `spec.nodeName`
 * by its documentation.
 *
 * @since 0.1.0
 */
export type FieldPath<T> = PathWithin<T, 4>;

/** One level less than each depth: what a recursive type counts with. */
interface Less {
  readonly 1: 0;
  readonly 2: 1;
  readonly 3: 2;
  readonly 4: 3;
}

type PathWithin<T, Depth extends number> = Depth extends keyof Less
  ? { [K in NamedKey<T>]: PathBehind<K, NonNullable<T[K]>, Less[Depth]> }[NamedKey<T>]
  : never;

type PathBehind<K extends string, V, Depth extends number> = V extends string | number | boolean
  ? K
  : V extends readonly unknown[]
    ? never
    : V extends object
      ? `${K}.${PathWithin<V, Depth>}`
      : never;

/** The keys that are written out; the open end of a map has none. */
type NamedKey<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] } &
  keyof T &
  string;
