import { invalidArgument } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { type Entry, type MapSnapshot } from '@rxkube/snapshots/internal';

import { listOf } from '../deriving/by.js';
import { IndexedMapSnapshot, type IndexedSnapshot } from '../deriving/indexed-snapshot.js';

/** A part of a join, as a row asks it. The join remembers each question. @since 0.1.0 */
export type Asked<S> = AskedByKey<S extends CacheSnapshot<infer T> ? T : never> &
  (S extends IndexedSnapshot<infer T, infer N> ? AskedByIndex<T, N> : unknown);

/** Questions by key. @since 0.1.0 */
export interface AskedByKey<T> {
  /** Returns the object of a key; `undefined` has none. */
  get(key: string | undefined): T | undefined;
  has(key: string | undefined): boolean;
}

/** Questions by the value of an index. @since 0.1.0 */
export interface AskedByIndex<T, N extends string> {
  /** Returns the objects that have this value; `undefined` has none. */
  lookup(index: N, value: string | undefined): readonly T[];
  /** Returns the number of objects that have this value; `undefined` has none. */
  count(index: N, value: string | undefined): number;
}

/** The row of one object, and the questions that it asked when it was made. */
export class JoinRow {
  questions: readonly Question[] = [];

  constructor(
    readonly key: string,
    public entry: Entry<unknown>,
  ) {}
}

/** One question, and the rows that ask it. The last row that stops asking removes it. */
export class Question {
  readonly #rows = new Set<JoinRow>();

  constructor(
    readonly home: Map<string, Question>,
    readonly subject: string,
  ) {}

  get rows(): ReadonlySet<JoinRow> {
    return this.#rows;
  }

  add(row: JoinRow): void {
    this.#rows.add(row);
  }

  remove(row: JoinRow): void {
    this.#rows.delete(row);
    if (this.#rows.size === 0) this.home.delete(this.subject);
  }
}

/** One source of a join beside the rows, and the questions that rows ask about it. */
export class JoinPart {
  newest: MapSnapshot<unknown> | undefined;
  /** The snapshot that the rows were made with. */
  #answered: MapSnapshot<unknown> | undefined;
  readonly #byKey = new Map<string, Question>();
  readonly #byIndex = new Map<string, Map<string, Question>>();
  readonly asked: AskedByKey<unknown> & AskedByIndex<unknown, string>;

  /** @param note Called with each question of the row that is being made. */
  constructor(note: (question: Question) => void) {
    const ask = (home: Map<string, Question>, subject: string): void => {
      let question = home.get(subject);
      if (question === undefined) home.set(subject, (question = new Question(home, subject)));
      note(question);
    };
    this.asked = {
      get: (key) => {
        if (key === undefined) return undefined;
        ask(this.#byKey, key);

        return this.newest?.entry(key)?.object;
      },
      has: (key) => {
        if (key === undefined) return false;
        ask(this.#byKey, key);

        return this.newest?.entry(key) !== undefined;
      },
      lookup: (index, value) => {
        if (value === undefined) return [];
        ask(this.#questionsOf(index), value);

        return [...this.#indexed().lookup(index, value)];
      },
      count: (index, value) => {
        if (value === undefined) return 0;
        ask(this.#questionsOf(index), value);

        return this.#indexed().count(index, value);
      },
    };
  }

  /** The number of questions that are remembered. */
  get size(): number {
    let size = this.#byKey.size;
    for (const questions of this.#byIndex.values()) size += questions.size;

    return size;
  }

  /** Adds the rows that the newest snapshot changes. */
  collectRows(rows: Set<JoinRow>): void {
    const { newest } = this;
    const answered = this.#answered;
    if (newest === undefined || newest === answered) return;
    this.#answered = newest;
    if (answered === undefined) return;
    const add = (question: Question | undefined): void => {
      if (question !== undefined) for (const row of question.rows) rows.add(row);
    };
    const differences = newest.differencesSince(answered);
    for (const { key } of differences) add(this.#byKey.get(key));
    for (const [index, questions] of this.#byIndex) {
      if (questions.size === 0) continue;
      const indexed = this.#indexed();
      for (const { before } of indexed.movedSince(index, answered)) {
        for (const value of listOf(before)) add(questions.get(value));
      }
      for (const { key } of differences) {
        for (const value of listOf(indexed.valuesAt(index, key))) add(questions.get(value));
      }
    }
  }

  #questionsOf(index: string): Map<string, Question> {
    let questions = this.#byIndex.get(index);
    if (questions === undefined) {
      this.#byIndex.set(index, (questions = new Map<string, Question>()));
    }

    return questions;
  }

  #indexed(): IndexedMapSnapshot<unknown, string> {
    if (this.newest instanceof IndexedMapSnapshot) {
      return this.newest as IndexedMapSnapshot<unknown, string>;
    }
    throw invalidArgument('parts', 'a lookup needs a part with an index; use indexObjects');
  }
}
