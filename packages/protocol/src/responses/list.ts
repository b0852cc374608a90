import * as t from 'io-ts';

/**
 * The fields of a LIST response that the protocol reads. The items are decoded one by one.
 *
 * @since 0.1.0
 */
export interface List {
  readonly kind?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly metadata: {
    readonly resourceVersion?: string | undefined;
    /** Present, and not empty, where more pages follow. */
    readonly continue?: string | undefined;
    readonly remainingItemCount?: number | null | undefined;
  };
  /** `null` is what a server in Go writes for an empty list it has not made. */
  readonly items: readonly unknown[] | null;
}

const text = t.union([t.string, t.undefined]);

/**
 * The io-ts codec of a {@link List}.
 *
 * @since 0.1.0
 */
export const List: t.Type<List> = t.intersection(
  [
    t.type({
      metadata: t.partial({
        resourceVersion: text,
        continue: text,
        remainingItemCount: t.union([t.number, t.null, t.undefined]),
      }),
      items: t.union([t.readonlyArray(t.unknown), t.null]),
    }),
    t.partial({ kind: text, apiVersion: text }),
  ],
  'List',
);
