import * as t from 'io-ts';

import { isEmptyList } from './is-empty-list.js';

/**
 * The fields of a LIST response that the protocol reads. The items are decoded one by one.
 *
 * @since 0.1.0
 */
export interface List {
  readonly kind?: string | null | undefined;
  readonly apiVersion?: string | null | undefined;
  readonly metadata: {
    readonly resourceVersion?: string | null | undefined;
    /** Present, and not empty, where more pages follow. */
    readonly continue?: string | null | undefined;
    readonly remainingItemCount?: number | null | undefined;
  };
  /** An empty list of a server in Go may be `null`. It may be absent if `kind` ends in `List` and the version is there. */
  readonly items?: readonly unknown[] | null | undefined;
}

const text = t.union([t.string, t.null, t.undefined]);

const Fields = t.intersection([
  t.type({
    metadata: t.partial({
      resourceVersion: text,
      continue: text,
      remainingItemCount: t.union([t.number, t.null, t.undefined]),
    }),
  }),
  t.partial({
    kind: text,
    apiVersion: text,
    items: t.union([t.readonlyArray(t.unknown), t.null, t.undefined]),
  }),
]);

/**
 * The io-ts codec of a {@link List}.
 *
 * @since 0.1.0
 */
export const List: t.Type<List> = new t.Type<List>(
  'List',
  (value): value is List => Fields.is(value) && hasItems(value),
  (value, context) => {
    const fields = Fields.validate(value, context);

    return fields._tag === 'Left' || hasItems(fields.right) ? fields : t.failure(value, context);
  },
  t.identity,
);

function hasItems(list: t.TypeOf<typeof Fields>): boolean {
  return list.items !== undefined || isEmptyList(list);
}
