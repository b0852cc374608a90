import { type CacheSnapshot } from '@rxkube/snapshots';
import {
  type Difference,
  type Entry,
  type MapSnapshot,
  ParsedEntry,
  isSameObject,
} from '@rxkube/snapshots/internal';

import { ViewLine } from '../view-line.js';
import { JoinPart, JoinRow, type Question } from './join-part.js';
import { wholeState } from './whole-state.js';

/** The state of one subscription of a join. */
export class Join<T, R> {
  source: MapSnapshot<T> | undefined;
  #joined: MapSnapshot<T> | undefined;
  readonly #parts: ReadonlyMap<string, JoinPart>;
  readonly #rows = new Map<string, JoinRow>();
  readonly #line = new ViewLine<R>();
  readonly #asked: Readonly<Record<string, unknown>>;
  #questions: Question[] = [];

  constructor(
    names: readonly string[],
    readonly project: (object: T, asked: unknown, key: string) => R | undefined,
    readonly equals: (one: R, other: R) => boolean,
  ) {
    const note = (question: Question): void => void this.#questions.push(question);
    this.#parts = new Map(names.map((name) => [name, new JoinPart(note)]));
    this.#asked = Object.fromEntries(Array.from(this.#parts, ([name, { asked }]) => [name, asked]));
  }

  /** One more than the deepest source. */
  get depth(): number {
    return 1 + Math.max(...this.#sources().map((source) => source?.depth ?? 0));
  }

  /** The number of rows and questions that are remembered. */
  get size(): number {
    let size = this.#rows.size;
    for (const part of this.#parts.values()) size += part.size;

    return size;
  }

  /** Takes the newest snapshot of a part. */
  take(name: string, snapshot: MapSnapshot<unknown>): void {
    const part = this.#parts.get(name);
    if (part !== undefined) part.newest = snapshot;
  }

  /** Returns the next snapshot, if there is news. */
  next(): CacheSnapshot<R> | undefined {
    const state = wholeState(this.#sources());

    return this.#line.next(state, state.isComplete ? this.#edits() : [], this.depth);
  }

  #sources(): readonly (MapSnapshot<unknown> | undefined)[] {
    return [this.source, ...Array.from(this.#parts.values(), ({ newest }) => newest)];
  }

  #edits(): readonly Difference<Entry<R>>[] {
    const { source } = this;
    if (source === undefined) return [];
    const stale = new Set<JoinRow>();
    for (const part of this.#parts.values()) part.collectRows(stale);
    const edits: Difference<Entry<R>>[] = [];
    for (const { key, after, note, last } of source.differencesSince(this.#joined)) {
      const row = this.#rows.get(key);
      if (after === undefined) {
        if (row !== undefined) stale.delete(row);
        this.#drop(key, row);
        const before = this.#line.get(key);
        if (before !== undefined) edits.push(deletionOf(key, before, note, last));
      } else if (row === undefined) {
        const made = new JoinRow(key, after);
        this.#rows.set(key, made);
        stale.add(made);
      } else {
        row.entry = after;
        stale.add(row);
      }
    }
    this.#joined = source;
    for (const row of stale) {
      const edit = this.#remake(row);
      if (edit !== undefined) edits.push(edit);
    }

    return edits;
  }

  /** Makes a row and remembers its questions. */
  #remake(row: JoinRow): Difference<Entry<R>> | undefined {
    const { key, entry } = row;
    this.#questions = [];
    // The entries of rows are those of the source.
    const value = this.project(entry.object as T, this.#asked, key);
    ask(row, this.#questions);
    const before = this.#line.get(key);
    if (value === undefined) {
      return before && { key, before, after: undefined, note: false, last: before };
    }
    if (before !== undefined && before.uid === entry.uid && this.equals(before.object, value)) {
      return undefined;
    }
    const after = new ParsedEntry(value, entry.uid, entry.version);

    return { key, before, after, note: false, last: undefined };
  }

  #drop(key: string, row: JoinRow | undefined): void {
    if (row === undefined) return;
    ask(row, []);
    this.#rows.delete(key);
  }
}

/** Replaces the questions of a row. Most rows ask the same again. */
function ask(row: JoinRow, questions: readonly Question[]): void {
  const known = row.questions;
  const isSame =
    known.length === questions.length && known.every((question, at) => question === questions[at]);
  if (isSame) return;
  for (const question of questions) question.add(row);
  const kept = new Set(questions);
  for (const question of known) if (!kept.has(question)) question.remove(row);
  row.questions = questions;
}

/** The last state of the object is not read: the row shows an earlier one. */
function deletionOf<R>(
  key: string,
  before: Entry<R>,
  note: boolean,
  last: Entry<unknown> | undefined,
): Difference<Entry<R>> {
  const isKnown = last !== undefined && isSameObject(before, last);

  return { key, before, after: undefined, note: note || !isKnown, last: before };
}
