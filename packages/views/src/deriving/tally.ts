import { type CacheSnapshot } from '@rxkube/snapshots';
import { type Difference, type Entry, ParsedEntry } from '@rxkube/snapshots/internal';

import { ViewLine } from '../view-line.js';
import { type View } from '../view-of.js';
import { type By, type ByKey, type Values, listOf, valuesIn } from './by.js';

/** The contribution of one object. */
interface Share {
  readonly values: Values;
  readonly amount: number;
}

/** The total of one value. */
interface Total {
  members: number;
  amount: number;
}

/** Makes a view of totals by value: each object adds its amount to the totals of its values. */
export function tally<T>(
  by: By<T> | ByKey,
  amountOf: ((object: T, key: string) => number) | undefined,
): View<T, CacheSnapshot<number>> {
  const line = new ViewLine<number>();
  const shares = new Map<string, Share>();
  const totals = new Map<string, Total>();

  function shareOf(entry: Entry<T>, key: string): Share | undefined {
    const values = valuesIn(by, entry, key);
    if (values === undefined) return undefined;

    return { values, amount: amountOf === undefined ? 1 : amountOf(entry.object, key) };
  }

  function add({ values, amount }: Share, sign: 1 | -1, touched: Set<string>): void {
    for (const value of listOf(values)) {
      let total = totals.get(value);
      if (total === undefined) totals.set(value, (total = { members: 0, amount: 0 }));
      total.members += sign;
      total.amount += sign * amount;
      touched.add(value);
    }
  }

  function editOf(value: string): Difference<Entry<number>> | undefined {
    const before = line.get(value);
    const total = totals.get(value);
    if (total === undefined || total.members === 0) {
      totals.delete(value);

      return before && { key: value, before, after: undefined, note: false, last: before };
    }
    if (before?.object === total.amount) return undefined;
    const after = new ParsedEntry(total.amount, undefined, undefined);

    return { key: value, before, after, note: false, last: undefined };
  }

  return (snapshot, seen) => {
    const touched = new Set<string>();
    for (const { key, after } of snapshot.differencesSince(seen)) {
      const old = shares.get(key);
      const now = after === undefined ? undefined : shareOf(after, key);
      if (old !== undefined) add(old, -1, touched);
      if (now === undefined) shares.delete(key);
      else {
        shares.set(key, now);
        add(now, 1, touched);
      }
    }
    const edits: Difference<Entry<number>>[] = [];
    for (const value of touched) {
      const edit = editOf(value);
      if (edit !== undefined) edits.push(edit);
    }

    return line.next(snapshot, edits, snapshot.depth);
  };
}
