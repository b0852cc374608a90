/**
 * The dotted paths to the plain values inside `T`, such as `status.phase`, four levels deep.
 *
 * Lists and maps are left out, because servers do not select by their contents. A server knows `metadata.name` and
 * `metadata.namespace` of every kind. Other paths depend on the kind, such as `spec.nodeName` of a pod: see its
 * documentation.
 *
 * @typeParam Depth levels to go down; each one counts one less.
 *
 * @since 0.1.0
 */
export type FieldPath<T, Depth extends 0 | 1 | 2 | 3 | 4 = 4> = Depth extends 0
  ? never
  : {
        // The open end of a map has no key that is written out.
        [K in keyof T as string extends K ? never : K & string]-?: NonNullable<T[K]> extends infer V
          ? V extends string | number | boolean
            ? K & string
            : V extends readonly unknown[]
              ? never
              : V extends object
                ? `${K & string}.${FieldPath<V, [0, 0, 1, 2, 3][Depth]>}`
                : never
          : never;
      } extends infer Paths
    ? Paths[keyof Paths] & string
    : never;
