import { type CacheSnapshot } from '@rxkube/snapshots';
import {
  type Group,
  type IndexedSnapshot,
  type SortedSnapshot,
  by,
  countObjects,
  filterObjects,
  groupObjects,
  indexObjects,
  joinObjects,
  mapObjects,
  mergeScopes,
  shareSnapshots,
  sortObjects,
  steadyPhase,
  sumObjects,
} from '@rxkube/views';
import { type Observable, of, queueScheduler } from 'rxjs';

import { type Thing, type ThingState } from './thing.js';

type Model = ReadonlyMap<string, ThingState>;
/** The rows of a view as texts, in order if the view has one. */
export type Rows = readonly string[];

/** One view under test. */
export interface ViewRow {
  readonly name: string;
  readonly over: (source: Observable<CacheSnapshot<Thing>>) => Observable<CacheSnapshot<unknown>>;
  /** The rows that the view must have for a set. */
  readonly expected: (model: Model) => Rows;
  /** The rows that the view has. */
  readonly shown: (snapshot: CacheSnapshot<unknown>) => Rows;
  /** Whether a key of the view is the key of an object, so that another uid is another row. */
  readonly isKeyedByObject: boolean;
  /** Whether the view reads no object by itself. */
  readonly isUnread?: boolean;
  /** For each callback: the view with a callback that fails. */
  readonly callbacks?: Readonly<Record<string, (failing: () => never) => ViewRow['over']>>;
  /** Reasons why a law does not bind the view. */
  readonly except?: Readonly<Partial<Record<'emissions' | 'state' | 'changes', string>>>;
}

/** A view of any type, for the table. */
function row<S extends CacheSnapshot<unknown>>(
  view: Omit<ViewRow, 'over' | 'shown'> & {
    readonly over: (source: Observable<CacheSnapshot<Thing>>) => Observable<S>;
    readonly shown: (snapshot: S) => Rows;
  },
): ViewRow {
  return view as unknown as ViewRow;
}

const byText = (one: string, other: string): number => (one < other ? -1 : 1);
const things = (model: Model): Rows =>
  Array.from(model, ([key, { uid, version }]) => `${key} ${uid} ${version}`).sort(byText);
const shownThings = (snapshot: CacheSnapshot<Thing>): Rows =>
  Array.from(
    snapshot.entries(),
    ([key, { metadata }]) => `${key} ${String(metadata.uid)} ${String(metadata.resourceVersion)}`,
  ).sort(byText);
const entriesOf = (snapshot: CacheSnapshot<unknown>): Rows =>
  Array.from(snapshot.entries(), ([key, value]) => `${key} ${String(value)}`).sort(byText);
const valueOf = ({ value }: { readonly value: string }): string => value;

/** Groups the objects of a model. */
function grouped(
  model: Model,
  of: (state: ThingState, key: string) => string,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, state] of model) {
    const group = of(state, key);
    groups.set(group, [...(groups.get(group) ?? []), key]);
  }

  return groups;
}

export const viewRows: readonly ViewRow[] = [
  row({
    name: 'filterObjects',
    over: (source) => source.pipe(filterObjects(({ value }) => value !== 'x')),
    expected: (model) => things(new Map([...model].filter(([, { value }]) => value !== 'x'))),
    shown: shownThings,
    isKeyedByObject: true,
    callbacks: { predicate: (failing) => (source) => source.pipe(filterObjects(failing)) },
  }),
  row({
    name: 'filterObjects by a stream',
    over: (source) => source.pipe(filterObjects(of(({ value }: Thing) => value !== 'x'))),
    expected: (model) => things(new Map([...model].filter(([, { value }]) => value !== 'x'))),
    shown: shownThings,
    isKeyedByObject: true,
    callbacks: { predicate: (failing) => (source) => source.pipe(filterObjects(of(failing))) },
  }),
  row({
    name: 'mapObjects',
    over: (source) =>
      source.pipe(mapObjects(({ value, amount }) => (value === 'z' ? undefined : amount))),
    expected: (model) =>
      [...model]
        .filter(([, { value }]) => value !== 'z')
        .map(([key, { amount }]) => `${key} ${String(amount)}`)
        .sort(byText),
    shown: entriesOf,
    isKeyedByObject: true,
    callbacks: {
      project: (failing) => (source) => source.pipe(mapObjects(failing)),
      equals: (failing) => (source) =>
        source.pipe(mapObjects(({ amount }) => ({ amount }), { equals: failing })),
    },
  }),
  row({
    name: 'indexObjects',
    over: (source) =>
      source.pipe(
        indexObjects({ value: valueOf, namespace: by.namespace, owner: by.controllerUid }),
      ),
    expected: (model) => [
      ...things(model),
      ...lookups('value', grouped(model, valueOf)),
      ...lookups(
        'namespace',
        grouped(model, (_, key) => key.split('/')[0] ?? ''),
      ),
      ...lookups(
        'owner',
        grouped(model, ({ owner }) => owner),
      ),
    ],
    shown: (snapshot: IndexedSnapshot<Thing, 'value' | 'namespace' | 'owner'>) => [
      ...shownThings(snapshot),
      ...(['value', 'namespace', 'owner'] as const).flatMap((index) =>
        lookups(
          index,
          new Map(
            Array.from(snapshot.valuesOf(index), (value) => {
              const keys = [...snapshot.keysOf(index, value)];
              const isWhole =
                snapshot.count(index, value) === keys.length &&
                [...snapshot.lookup(index, value)].length === keys.length;

              return [value, isWhole ? keys : ['the answers differ']];
            }),
          ),
        ),
      ),
    ],
    isKeyedByObject: true,
    callbacks: { by: (failing) => (source) => source.pipe(indexObjects({ failing })) },
  }),
  row({
    name: 'indexObjects by key',
    over: (source) => source.pipe(indexObjects({ namespace: by.namespace })),
    expected: (model) =>
      lookups(
        'namespace',
        grouped(model, (_, key) => key.split('/')[0] ?? ''),
      ),
    shown: (snapshot: IndexedSnapshot<Thing, 'namespace'>) =>
      lookups(
        'namespace',
        new Map(
          Array.from(snapshot.valuesOf('namespace'), (value) => [
            value,
            [...snapshot.keysOf('namespace', value)],
          ]),
        ),
      ),
    isKeyedByObject: true,
    isUnread: true,
    except: { emissions: 'Its rows show keys, but it emits for each change of an object.' },
  }),
  row({
    name: 'groupObjects',
    over: (source) => source.pipe(groupObjects(valueOf)),
    expected: (model) =>
      Array.from(grouped(model, valueOf), ([value, keys]) =>
        [
          value,
          ...keys.map((key) => `${key}/${String(model.get(key)?.version)}`).sort(byText),
        ].join(' '),
      ).sort(byText),
    shown: (snapshot: CacheSnapshot<Group<Thing>>) =>
      Array.from(snapshot.entries(), ([value, group]) => {
        const members = Array.from(
          group,
          ({ metadata }) =>
            `${String(metadata.namespace)}/${metadata.name}/${String(metadata.resourceVersion)}`,
        );
        const isWhole =
          group.size === members.length && [...group.keys()].length === members.length;

        return [value, ...(isWhole ? members.sort(byText) : ['the answers differ'])].join(' ');
      }).sort(byText),
    isKeyedByObject: false,
    callbacks: { by: (failing) => (source) => source.pipe(groupObjects(failing)) },
  }),
  row({
    name: 'countObjects',
    over: (source) => source.pipe(countObjects(valueOf)),
    expected: (model) =>
      Array.from(
        grouped(model, valueOf),
        ([value, keys]) => `${value} ${String(keys.length)}`,
      ).sort(byText),
    shown: entriesOf,
    isKeyedByObject: false,
    callbacks: { by: (failing) => (source) => source.pipe(countObjects(failing)) },
  }),
  row({
    name: 'countObjects by key',
    over: (source) => source.pipe(countObjects(by.namespace)),
    expected: (model) =>
      Array.from(
        grouped(model, (_, key) => key.split('/')[0] ?? ''),
        ([value, keys]) => `${value} ${String(keys.length)}`,
      ).sort(byText),
    shown: entriesOf,
    isKeyedByObject: false,
    isUnread: true,
  }),
  row({
    name: 'sumObjects',
    over: (source) => source.pipe(sumObjects(valueOf, ({ amount }) => amount)),
    expected: (model) =>
      Array.from(grouped(model, valueOf), ([value, keys]) => {
        const sum = keys.reduce((total, key) => total + (model.get(key)?.amount ?? 0), 0);

        return `${value} ${String(sum)}`;
      }).sort(byText),
    shown: entriesOf,
    isKeyedByObject: false,
    callbacks: {
      by: (failing) => (source) => source.pipe(sumObjects(failing, () => 1)),
      of: (failing) => (source) => source.pipe(sumObjects(valueOf, failing)),
    },
  }),
  row({
    name: 'sortObjects',
    over: (source) =>
      source.pipe(sortObjects(({ value, amount }) => [value, amount], 'descending')),
    expected: inOrder,
    shown: (snapshot: SortedSnapshot<Thing>) => {
      const keys = [...snapshot.keys()];
      const isWhole = keys.every(
        (key, at) =>
          snapshot.indexOf(key) === at && snapshot.slice(at, at + 1)[0] === snapshot.get(key),
      );

      return isWhole
        ? Array.from(
            snapshot.entries(),
            ([key, { metadata }]) => `${key} ${String(metadata.resourceVersion)}`,
          )
        : ['the answers differ'];
    },
    isKeyedByObject: true,
    callbacks: {
      by: (failing) => (source) => source.pipe(sortObjects(failing)),
      compare: (failing) => (source) =>
        source.pipe(sortObjects(({ amount }) => amount, { compare: failing })),
    },
  }),
  row({
    name: 'joinObjects',
    over: (source) =>
      source.pipe(
        joinObjects(
          { others: source.pipe(indexObjects({ owner: by.controllerUid })) },
          ({ metadata, value }, { others }) =>
            `${value} ${String(others.count('owner', metadata.ownerReferences?.[0]?.uid))}`,
          { scheduler: queueScheduler },
        ),
      ),
    expected: (model) =>
      Array.from(model, ([key, { value, owner }]) => {
        const siblings = [...model.values()].filter((other) => other.owner === owner);

        return `${key} ${value} ${String(siblings.length)}`;
      }).sort(byText),
    shown: entriesOf,
    isKeyedByObject: true,
    callbacks: {
      project: (failing) => (source) =>
        source.pipe(joinObjects({}, failing, { scheduler: queueScheduler })),
    },
    except: {
      emissions: 'On a synchronous scheduler it may show a burst in parts.',
      state: 'A view of two sources has no version, and its times are those of both.',
    },
  }),
  row({
    name: 'mergeScopes',
    over: (source) =>
      mergeScopes(['ns1', 'ns2'], (scope) =>
        source.pipe(filterObjects((_, key) => key.startsWith(`${scope}/`))),
      ),
    expected: (model) => things(new Map([...model].filter(([key]) => !key.startsWith('ns3/')))),
    shown: shownThings,
    isKeyedByObject: true,
    callbacks: {
      open: (failing) => () => mergeScopes(['ns1'], failing),
      keyOf: (failing) => (source) => mergeScopes(['ns1'], () => source, { keyOf: failing }),
    },
    except: {
      emissions: 'It also emits when the state of one scope differs.',
      state: 'A view of two sources has no version, and its times are those of both.',
    },
  }),
  row({
    name: 'shareSnapshots',
    over: (source) => source.pipe(shareSnapshots({ grace: 0, scheduler: queueScheduler })),
    expected: things,
    shown: shownThings,
    isKeyedByObject: true,
    isUnread: true,
    except: {
      emissions: 'It passes each snapshot on.',
      changes: 'The changes of a snapshot are those of its stream, not of the subscriber.',
    },
  }),
  row({
    name: 'steadyPhase',
    over: (source) => source.pipe(steadyPhase(0, { scheduler: queueScheduler })),
    expected: things,
    shown: shownThings,
    isKeyedByObject: true,
    isUnread: true,
    except: {
      emissions: 'It passes each snapshot on, at last.',
      changes: 'The changes of a snapshot are those of its stream, not of the subscriber.',
    },
  }),
];

/** Exports that give no snapshots, or need streams of their own: their specs hold the laws that bind them. */
export const otherExports: Readonly<Record<string, string>> = {
  ConditionError: 'It is an error.',
  aspects: 'It is a module of functions.',
  by: 'It is a module of functions.',
  conditions: 'It is a module of functions.',
  changes: 'It gives changes: its own spec.',
  combineSnapshots: 'It gives several snapshots: its own spec.',
  conflateMap: 'It gives what its calls give: its own spec.',
  followObject: 'It gives objects: its own spec.',
  snapshotRegistry: 'It makes sources, which shareSnapshots shares: its own spec.',
  selectObject: 'It gives objects: its own spec.',
  untilVersion: 'It gives one snapshot: its own spec.',
  waitFor: 'It gives one object: its own spec.',
  whenLive: 'It gives one snapshot: its own spec.',
  windowObjects: 'It gives rows without a set: its own spec.',
};

function lookups(index: string, groups: ReadonlyMap<string, readonly string[]>): Rows {
  return Array.from(
    groups,
    ([value, keys]) => `${index} ${value}: ${[...keys].sort(byText).join(' ')}`,
  ).sort(byText);
}

function inOrder(model: Model): Rows {
  return [...model]
    .sort(
      ([oneKey, one], [otherKey, other]) =>
        -byValue(one.value, other.value) || other.amount - one.amount || byValue(oneKey, otherKey),
    )
    .map(([key, { version }]) => `${key} ${version}`);
}

function byValue(one: string, other: string): number {
  return one === other ? 0 : byText(one, other);
}
