import {
  type CacheSnapshot,
  type Change,
  type Phase,
  type SnapshotState,
  snapshotWriter,
} from '@rxkube/snapshots';

/** An object of a drawn snapshot: `a#2=x` is named a, has the uid a2 and the value x. */
export interface Item {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly value: string;
}

/** Makes an item of its short form: `a=x`, or `a#2=x` for another uid than the first. */
function item(short: string, resourceVersion = short): Item {
  const [, name = '', life = '1', value = ''] = /^([^#=]+)(?:#([^=]+))?=(.*)$/u.exec(short) ?? [];

  return { metadata: { name, uid: `${name}${life}`, resourceVersion }, value };
}

/**
 * Makes a stream of snapshots of texts, one after the other: `'live a=x b=y'`. A deletion is certain.
 *
 * ```ts
 * const { e, f } = drawn({ e: 'listing', f: 'live a=x b=y' });
 * ```
 */
export function drawn<K extends string>(
  texts: Readonly<Record<K, string>>,
  states: Partial<Record<K, Partial<SnapshotState>>> = {},
): Record<K, CacheSnapshot<Item>> {
  const draw = drawing();
  const made = {} as Record<K, CacheSnapshot<Item>>;
  for (const [letter, text] of Object.entries(texts) as [K, string][]) {
    made[letter] = draw(text, states[letter]);
  }

  return made;
}

/** Makes a function that draws the next snapshot of a stream. */
export function drawing(): (text: string, state?: Partial<SnapshotState>) => CacheSnapshot<Item> {
  const writer = snapshotWriter<Item>();
  let known = new Map<string, Item>();

  return (text, state) => {
    const [phase, ...shorts] = text.split(' ');
    const items = new Map(
      shorts.map((short) => item(short)).map((one) => [one.metadata.name, one]),
    );
    for (const [name, last] of known) if (!items.has(name)) writer.delete(name, last);
    for (const [name, one] of items) writer.set(name, one);
    known = items;

    return writer.commit({ phase: phase as Phase, ...state });
  };
}

/** Writes a snapshot as a text: its phase, its objects in order, and its changes in parentheses. */
export function told(snapshot: CacheSnapshot<unknown>): string {
  const objects = Array.from(snapshot.entries(), ([key, object]) => `${key}=${valueOf(object)}`);
  // Only a sorted snapshot promises an order.
  if (!('isSorted' in snapshot)) objects.sort();
  const changes = toldChanges(snapshot.changes);

  return [snapshot.phase, ...objects, ...(changes === '' ? [] : [`(${changes})`])].join(' ');
}

/** Writes changes as a text: deletions first, then by key. */
export function toldChanges(changes: readonly Change<unknown>[]): string {
  const texts = changes.map(toldChange);
  const isDeletion = (text: string): boolean => text.startsWith('-');

  return [
    ...texts.filter(isDeletion).sort(),
    ...texts
      .filter((text) => !isDeletion(text))
      .sort((one, other) => (one.slice(1) < other.slice(1) ? -1 : 1)),
  ].join(' ');
}

/** Writes a change as a text: `+a`, `~a`, `-a`, or `-a?` if the final state is unknown. */
function toldChange(change: Change<unknown>): string {
  switch (change._tag) {
    case 'Added':
      return `+${change.key}`;
    case 'Updated':
      return `~${change.key}`;
    case 'Deleted':
      return `-${change.key}${change.finalStateUnknown ? '?' : ''}`;
  }
}

function valueOf(object: unknown): string {
  if (typeof object !== 'object' || object === null) return String(object);
  if (Symbol.iterator in object)
    return `{${Array.from(object as Iterable<unknown>, valueOf).join(' ')}}`;

  return 'value' in object ? String(object.value) : JSON.stringify(object);
}
