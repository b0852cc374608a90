import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type Difference, type Edit, RerootingMap } from './rerooting-map.js';

/** The copy that a version is held against. */
interface Held {
  readonly version: RerootingMap<number>;
  readonly model: ReadonlyMap<string, number>;
}

function sorted(entries: Iterable<[string, number]>): [string, number][] {
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
}

function check({ version, model }: Held): void {
  expect(version.size).toBe(model.size);
  for (const key of KEYS) expect(version.get(key), key).toBe(model.get(key));
  expect(sorted(version.entries())).toEqual(sorted(model));
}

function apply(
  model: ReadonlyMap<string, number>,
  edits: readonly Edit<number>[],
): Map<string, number> {
  const copy = new Map(model);
  for (const { key, value } of edits) {
    if (value === undefined) copy.delete(key);
    else copy.set(key, value);
  }

  return copy;
}

/** One edit goes the way of the stream of events, several go that of a list. */
function edited(
  version: RerootingMap<number>,
  edits: readonly Edit<number>[],
): RerootingMap<number> {
  const [first] = edits;

  return first === undefined || edits.length > 1
    ? version.edit(edits)
    : version.set(first.key, first.value);
}

/** Every key, whether it differs or not. */
function bruteForce(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): unknown[] {
  return KEYS.filter((key) => before.get(key) !== after.get(key)).map((key) => ({
    key,
    before: before.get(key),
    after: after.get(key),
  }));
}

function withoutNotes(differences: readonly Difference<number>[]): unknown[] {
  return differences
    .map(({ key, before, after }) => ({ key, before, after }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

const KEYS = ['a', 'b', 'c', 'constructor', '__proto__', 'toString'].sort();

const edit: fc.Arbitrary<Edit<number>> = fc.record({
  key: fc.constantFrom(...KEYS),
  value: fc.option(fc.nat(3), { nil: undefined }),
  note: fc.boolean(),
});

/** The operations on held versions. `at` chooses one of them. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('edit'),
      at: fc.constant(0),
      edits: fc.array(edit, { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('branch'),
      at: fc.nat(),
      edits: fc.array(edit, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('get'), at: fc.nat(), edits: fc.constant([]) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('iterate'), at: fc.nat(), edits: fc.constant([]) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('compare'), at: fc.nat(), edits: fc.constant([]) }),
  },
);

describe('RerootingMap', () => {
  it('does not copy the set because of an iteration that is never finished', () => {
    let newest = RerootingMap.of(new Map(Array.from({ length: 2_000 }, (_, n) => [String(n), n])));
    const first = newest;
    const paused = first.entries();
    expect(paused.next().value).toEqual(['0', 0]);
    const set = vi.spyOn(Map.prototype, 'set');
    for (let n = 0; n < 500; n++) {
      newest = newest.set(String(n), n % 2 === 0 ? undefined : -1);
      newest.entries().next();
    }
    const writes = set.mock.calls.length;
    vi.restoreAllMocks();

    expect(writes).toBeLessThan(1_000);
    expect([...paused].sort()).toEqual(
      [...first.entries()]
        .slice()
        .sort()
        .filter(([key]) => key !== '0'),
    );
    expect(newest.size).toBe(1_750);
    expect([...newest.entries()]).toHaveLength(1_750);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is empty, or what it was made of', () => {
    expect(RerootingMap.of().size).toBe(0);
    expect([...RerootingMap.of(new Map([['a', 1]])).entries()]).toEqual([['a', 1]]);
  });

  it('shows in each version what was in it, whatever is done to it and to others', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const held: Held[] = [{ version: RerootingMap.of<number>(), model: new Map() }];
        for (const { do: what, at, edits } of steps) {
          const newest = held.at(-1);
          const chosen = held[at % held.length];
          if (newest === undefined || chosen === undefined) return;
          const from = what === 'edit' ? newest : chosen;
          if (what === 'edit' || what === 'branch') {
            held.push({ version: edited(from.version, edits), model: apply(from.model, edits) });
          } else if (what === 'get') {
            for (const key of KEYS) expect(from.version.get(key)).toBe(from.model.get(key));
          } else if (what === 'iterate') {
            expect(sorted(from.version.entries())).toEqual(sorted(from.model));
          } else {
            expect(withoutNotes(newest.version.differencesFrom(from.version))).toEqual(
              bruteForce(from.model, newest.model),
            );
          }
        }
        held.forEach(check);
      }),
      { numRuns: 300 },
    );
  });

  it('finds the differences between any two versions, in either direction', () => {
    fc.assert(
      fc.property(fc.array(fc.array(edit, { maxLength: 3 }), { maxLength: 12 }), (history) => {
        const held: Held[] = [{ version: RerootingMap.of<number>(), model: new Map() }];
        for (const edits of history) {
          const { version, model } = held.at(-1) ??
            held[0] ?? { version: RerootingMap.of<number>(), model: new Map() };
          held.push({ version: edited(version, edits), model: apply(model, edits) });
        }
        for (const one of held) {
          for (const other of held) {
            expect(withoutNotes(one.version.differencesFrom(other.version))).toEqual(
              bruteForce(other.model, one.model),
            );
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('shows an iteration the version it began with, while others are made', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 }),
        fc.nat(5),
        (history, before) => {
          const start = new Map(KEYS.map((key, at) => [key, at]));
          const first = RerootingMap.of(new Map(start));
          const iteration = first.entries();
          const seen: [string, number][] = [];
          const pull = (): boolean => {
            const { done, value } = iteration.next();
            if (done !== true) seen.push(value);

            return done !== true;
          };
          for (let n = 0; n < before; n++) pull();
          let newest = first;
          let model: Map<string, number> = start;
          for (const edits of history) {
            newest = edited(newest, edits);
            model = apply(model, edits);
            pull();
          }
          while (pull());

          expect(sorted(seen)).toEqual(sorted(start));
          check({ version: newest, model });
        },
      ),
    );
  });

  it('remembers the last remark on a key, and takes an unknown one for true', () => {
    const first = RerootingMap.of(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    const second = first.edit([{ key: 'a', value: 2 }]);
    const third = second.edit([{ key: 'a', value: undefined, note: true }]);
    const fourth = third.edit([{ key: 'b', value: undefined }]);

    expect(fourth.differencesFrom(first)).toEqual([
      { key: 'a', before: 1, after: undefined, note: true, last: 2 },
      { key: 'b', before: 1, after: undefined, note: false, last: 1 },
    ]);
    expect(fourth.differencesFrom(RerootingMap.of(new Map([['z', 1]])))).toEqual([
      { key: 'z', before: 1, after: undefined, note: true },
    ]);
  });

  it('forgets what came and went between', () => {
    const first = RerootingMap.of(new Map([['a', 1]]));
    const last = first
      .edit([{ key: 'b', value: 1 }])
      .edit([
        { key: 'b', value: undefined },
        { key: 'a', value: 2 },
      ])
      .edit([{ key: 'a', value: 1 }]);

    expect(last.differencesFrom(first)).toEqual([]);
    expect(first.differencesFrom(first)).toEqual([]);
  });

  it('copies nothing while the newest version is edited and read', () => {
    let newest = RerootingMap.of(new Map(Array.from({ length: 2_000 }, (_, n) => [String(n), n])));
    const set = vi.spyOn(Map.prototype, 'set');
    for (let n = 0; n < 1_000; n++) {
      newest = newest.set(String(n), -n);
      newest.get(String(n));
    }

    expect(set).toHaveBeenCalledTimes(1_000);
  });

  it('cuts the chain of a version that is held', () => {
    let newest = RerootingMap.of<number>();
    const first = newest;
    let copies = 0;
    const get = Reflect.get(Map.prototype, 'get') as (key: unknown) => unknown;
    for (let n = 0; n < 5_000; n++) {
      newest = newest.set(String(n % 10), n);
    }
    vi.spyOn(Map.prototype, 'get').mockImplementation(function (this: Map<unknown, unknown>, key) {
      copies++;

      return Reflect.apply(get, this, [key]);
    });
    const differences = newest.differencesFrom(first);
    vi.restoreAllMocks();

    expect(differences).toHaveLength(10);
    // Without a cut, each of the 5,000 edits would be read. A chain is at most two bounds of 1,024 edits long.
    expect(copies).toBeLessThan(2_100);
    expect(first.size).toBe(0);
    expect(first.get('1')).toBeUndefined();
    expect([...first.entries()]).toEqual([]);
  });

  it('does not copy again for each read of an old version', () => {
    const size = 2_000;
    const first = RerootingMap.of(new Map(Array.from({ length: size }, (_, n) => [String(n), n])));
    let newest = first;
    for (let n = 0; n < 1_000; n++) newest = newest.edit([{ key: String(n), value: -n }]);
    const set = vi.spyOn(Map.prototype, 'set');
    for (let n = 0; n < 1_000; n++) expect(first.get('1999')).toBe(1_999);

    // One copy, and each link of the chain is written back once.
    expect(set.mock.calls.length).toBeLessThanOrEqual(size + 1_000);
    expect(newest.get('5')).toBe(-5);
  });

  it('lets an iteration that is given up hold nothing', () => {
    const first = RerootingMap.of(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    );
    for (const [key] of first.entries()) {
      if (key === 'a') break;
    }
    const abandoned = first.entries();
    abandoned.next();
    const second = first.edit([{ key: 'a', value: 3 }]);
    const third = second.edit([{ key: 'a', value: 4 }]);

    expect([first.get('a'), second.get('a'), third.get('a')]).toEqual([1, 3, 4]);
    expect(third.differencesFrom(second)).toEqual([{ key: 'a', before: 3, after: 4, note: false }]);
  });
});
