/**
 * The writable form of an object, at all depths: what you change and then send in a PUT.
 *
 * - `managedFields` are left out, because the server writes them.
 * - A time, such as `renewTime` or `startedAt`, has the type `any`. It is a text, but `@kubernetes/client-node` declares
 *   it as a `Date`, so a draft fits its parameters without a cast.
 * - An item of `hostAliases`, `hostIPs` or `podIPs` has an `ip`. The published types leave it optional, but servers
 *   always send it.
 *
 * @see draftOf
 * @since 0.1.0
 */
export type Draft<T> = T extends  // Values that are not objects with fields.
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | ArrayBufferView
  | ((...args: never) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? Draft<Item>[]
    : {
        -readonly [K in keyof T as K extends 'managedFields' ? never : K]: K extends
          `${string}Time` | `${string}Timestamp` | 'startedAt' | 'finishedAt' | 'timeAdded'
          ? Exclude<T[K], undefined> extends string
            ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- both a text and a Date
              any
            : Draft<T[K]>
          : K extends 'hostAliases' | 'hostIPs' | 'podIPs'
            ? Exclude<T[K], undefined> extends readonly (infer Item)[]
              ? (Draft<Item> & { ip: string })[]
              : Draft<T[K]>
            : // An optional field may be absent, but a server takes no `undefined`.
              Draft<object extends Pick<T, K> ? Exclude<T[K], undefined> : T[K]>;
      };
