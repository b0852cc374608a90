import { ProtocolError, invalidArgument } from '@rxkube/protocol';

/** The limits of one list, over all its pages. @since 0.2.0 */
export interface ListLimits {
  /**
   * Items of one list, over all its pages. A longer list is a `ProtocolError` `listTooLarge`, and the pipe tries again
   * slowly. Default 1,000,000.
   */
  readonly maxListItems?: number | undefined;
  /** Decoded bytes of one list, over all its pages. More are a `ProtocolError` `listTooLarge` too. Default 4 GiB. */
  readonly maxListBytes?: number | undefined;
}

/** The items and the bytes that a list has brought. */
export interface SizeSoFar {
  readonly items: number;
  readonly bytes: number;
}

/** Before the first page. */
export const NOTHING_LISTED: SizeSoFar = { items: 0, bytes: 0 };

const MAX_LIST_ITEMS = 1_000_000;
const MAX_LIST_BYTES = 4 * 1_024 ** 3;

/** Counts the items and the bytes of one list while they arrive. */
export class ListSize implements SizeSoFar {
  items: number;
  bytes: number;
  readonly #maxItems: number;
  readonly #maxBytes: number;

  /**
   * @param request the request, for errors.
   * @param before the size of the pages before this one.
   */
  constructor(
    private readonly request: string,
    { maxListItems = MAX_LIST_ITEMS, maxListBytes = MAX_LIST_BYTES }: ListLimits,
    before: SizeSoFar = NOTHING_LISTED,
  ) {
    this.items = before.items;
    this.bytes = before.bytes;
    this.#maxItems = validatedCount('maxListItems', maxListItems);
    this.#maxBytes = validatedCount('maxListBytes', maxListBytes);
  }

  /** @throws ProtocolError `listTooLarge` if the item is beyond the limit. */
  addItem(): void {
    if (++this.items > this.#maxItems) {
      throw this.#tooLarge('maxListItems', `${String(this.#maxItems)} items`);
    }
  }

  /** @throws ProtocolError `listTooLarge` if the bytes are beyond the limit. */
  addBytes(count: number): void {
    this.bytes += count;
    if (this.bytes > this.#maxBytes) {
      throw this.#tooLarge('maxListBytes', `${String(this.#maxBytes)} bytes`);
    }
  }

  #tooLarge(field: string, limit: string): ProtocolError {
    return new ProtocolError({
      rule: 'listTooLarge',
      field,
      request: this.request,
      problem: `the list has more than ${limit}; select fewer objects, or raise ${field}`,
    });
  }
}

function validatedCount(field: string, value: number): number {
  if (typeof value !== 'number' || !(value > 0)) {
    throw invalidArgument(field, `must be a number above 0, got ${String(value)}`);
  }

  return value;
}
