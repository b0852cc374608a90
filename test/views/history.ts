import { TransportError } from '@rxkube/protocol';
import { type CacheSnapshot, type SnapshotState } from '@rxkube/snapshots';
import { type Difference, type Entry, ParsedEntry, SnapshotLine } from '@rxkube/snapshots/internal';

import { type Random } from '../properties/random.js';
import { type Thing, type ThingState, thingOf } from './thing.js';

/** The kinds of steps of a history. Each must occur, or the suite proves less than it says. */
export type StepKind =
  | 'applied'
  | 'deleted'
  | 'recreated with another value'
  | 'recreated with an equal value'
  | 'cut'
  | 'continued after a cut'
  | 'relisted'
  | 'expired with changes'
  | 'progress';

/** One snapshot of a history, and what a model says about it. */
export interface Step {
  readonly kind: StepKind | 'listing' | 'listed';
  readonly snapshot: CacheSnapshot<Thing>;
  readonly model: ReadonlyMap<string, ThingState>;
}

/** A random history of one collection. */
export interface History {
  readonly steps: readonly Step[];
  /** Returns how often the object of each version was parsed. */
  readonly parses: () => ReadonlyMap<string, number>;
}

/** An entry that counts how often its object is parsed. */
class UnreadEntry implements Entry<Thing> {
  #object: Thing | undefined;

  constructor(
    readonly key: string,
    readonly state: ThingState,
    readonly onParse: (version: string) => void,
  ) {}

  get uid(): string {
    return this.state.uid;
  }

  get version(): string {
    return this.state.version;
  }

  get object(): Thing {
    if (this.#object === undefined) {
      this.onParse(this.state.version);
      this.#object = thingOf(this.key, this.state);
    }

    return this.#object;
  }
}

const NAMES = ['ns1/a', 'ns1/b', 'ns1/c', 'ns2/a', 'ns2/b', 'ns2/c', 'ns2/d', 'ns3/a'];
const VALUES = ['x', 'y', 'z'];

/** Makes a history: a first list, then events, cuts and relists. */
export function historyOf(random: Random, isDeferred: boolean, length = 25): History {
  return new HistoryWriter(random, isDeferred).write(length);
}

class HistoryWriter {
  readonly #line = new SnapshotLine<Thing>();
  readonly #steps: Step[] = [];
  readonly #parses = new Map<string, number>();
  #model = new Map<string, ThingState>();
  #state: SnapshotState = {
    phase: 'listing',
    error: undefined,
    resourceVersion: undefined,
    since: 0,
    lastContact: 0,
    progress: undefined,
    isComplete: false,
    retryAt: undefined,
  };
  #version = 0;
  #time = 0;

  constructor(
    readonly random: Random,
    readonly isDeferred: boolean,
  ) {}

  write(length: number): History {
    this.#emit('listing', []);
    if (this.random.chance(0.5)) this.#progress();
    this.#replace('listed', this.random.int(NAMES.length));
    while (this.#steps.length < length) this.#step();

    return { steps: this.#steps, parses: () => this.#parses };
  }

  #step(): void {
    const key = this.random.pick(NAMES);
    const known = this.#model.get(key);
    const roll = this.random.int(12);
    if (roll < 5)
      this.#apply('applied', key, { ...this.#newState(key), uid: known?.uid ?? this.#newUid(key) });
    else if (roll < 7 && known !== undefined) this.#delete(key, known);
    else if (roll === 7 && known !== undefined) {
      this.#apply('recreated with another value', key, this.#newState(key));
    } else if (roll === 8 && known !== undefined) {
      const { value, amount, owner } = known;
      this.#apply('recreated with an equal value', key, {
        ...this.#newState(key),
        value,
        amount,
        owner,
      });
    } else if (roll === 9) this.#cut();
    else if (roll === 10) this.#relist('relisted');
    else if (roll === 11) this.#relist('expired with changes');
  }

  #apply(kind: StepKind, key: string, state: ThingState): void {
    this.#model = new Map(this.#model).set(key, state);
    this.#live();
    this.#emit(kind, [this.#difference(key, this.#entryOf(key, state))]);
  }

  /** A deletion has a version of its own. No view needs to parse it. */
  #delete(key: string, known: ThingState): void {
    this.#model = new Map(this.#model);
    this.#model.delete(key);
    const last = this.#entryOf(key, { ...known, version: this.#nextVersion() });
    this.#live();
    this.#emit('deleted', [{ ...this.#difference(key, undefined), note: false, last }]);
  }

  #cut(): void {
    this.#interrupt();
    this.#emit('cut', []);
    if (this.random.chance(0.5)) {
      this.#live();
      this.#emit('continued after a cut', []);
    }
  }

  #relist(kind: 'relisted' | 'expired with changes'): void {
    if (this.random.chance(0.7)) {
      this.#interrupt();
      this.#emit('cut', []);
    }
    if (this.random.chance(0.5)) this.#progress();
    this.#replace(kind, kind === 'relisted' ? this.random.int(2) : 2 + this.random.int(5));
  }

  #progress(): void {
    this.#state = { ...this.#state, progress: { listed: this.random.int(5) + 1, remaining: 3 } };
    this.#emit('progress', []);
  }

  /** Replaces the set by one that differs in so many objects. */
  #replace(kind: Step['kind'], edits: number): void {
    const model = new Map(this.#model);
    for (let edit = 0; edit < edits; edit++) {
      const key = this.random.pick(NAMES);
      const known = model.get(key);
      if (known !== undefined && this.random.chance(0.4)) model.delete(key);
      else {
        const uid = known !== undefined && this.random.chance(0.7) ? known.uid : this.#newUid(key);
        model.set(key, { ...this.#newState(key), uid });
      }
    }
    const differences: Difference<Entry<Thing>>[] = [];
    for (const key of this.#model.keys()) {
      if (!model.has(key)) differences.push({ ...this.#difference(key, undefined), note: true });
    }
    for (const [key, state] of model) {
      if (state !== this.#model.get(key)) {
        differences.push(this.#difference(key, this.#entryOf(key, state)));
      }
    }
    this.#model = model;
    this.#live();
    this.#emit(kind, differences);
  }

  #difference(key: string, after: Entry<Thing> | undefined): Difference<Entry<Thing>> {
    return { key, before: this.#line.get(key), after, note: false, last: undefined };
  }

  #entryOf(key: string, state: ThingState): Entry<Thing> {
    if (!this.isDeferred) return new ParsedEntry(thingOf(key, state), state.uid, state.version);

    return new UnreadEntry(key, state, (version) => {
      this.#parses.set(version, (this.#parses.get(version) ?? 0) + 1);
    });
  }

  #live(): void {
    const { phase, since } = this.#state;
    this.#state = {
      ...this.#state,
      phase: 'live',
      error: undefined,
      progress: undefined,
      isComplete: true,
      retryAt: undefined,
      since: phase === 'live' ? since : ++this.#time,
      lastContact: ++this.#time,
      resourceVersion: this.#nextVersion() as NonNullable<SnapshotState['resourceVersion']>,
    };
  }

  #interrupt(): void {
    const { phase, since } = this.#state;
    this.#state = {
      ...this.#state,
      phase: 'interrupted',
      error: new TransportError({ phase: 'body', problem: `cut ${String(this.#version)}` }),
      since: phase === 'interrupted' ? since : ++this.#time,
      retryAt: this.#time + 1_000,
    };
  }

  #emit(kind: Step['kind'], differences: readonly Difference<Entry<Thing>>[]): void {
    this.#line.edit(differences);
    const snapshot = this.#line.snapshot(this.#state, differences);
    this.#steps.push({ kind, snapshot, model: this.#model });
  }

  #newState(key: string): ThingState {
    return {
      uid: this.#newUid(key),
      version: this.#nextVersion(),
      value: this.random.pick(VALUES),
      amount: this.random.int(4),
      owner: `owner${String(this.random.int(3))}`,
    };
  }

  #newUid(key: string): string {
    return `${key}@${this.#nextVersion()}`;
  }

  #nextVersion(): string {
    return String(++this.#version);
  }
}
