import { RerootingMap } from '@rxkube/snapshots/internal';

/** Up to this size a change copies two arrays, which is cheaper than a map. */
const SMALL = 24;

/** An immutable map of few or many members, which is not empty. A change does not copy a large one. */
export class Bucket<V> {
  readonly #keys: readonly string[];
  readonly #values: readonly V[];
  readonly #large: RerootingMap<V> | undefined;

  private constructor(keys: readonly string[], values: readonly V[], large?: RerootingMap<V>) {
    this.#keys = keys;
    this.#values = values;
    this.#large = large;
  }

  /** Returns a bucket of one member. */
  static of<V>(key: string, value: V): Bucket<V> {
    return new Bucket([key], [value]);
  }

  get size(): number {
    return this.#large?.size ?? this.#keys.length;
  }

  /** Returns the bucket with a member that it may have already. */
  with(key: string, value: V): Bucket<V> {
    if (this.#large !== undefined) return new Bucket<V>(NONE, NONE, this.#large.set(key, value));
    const at = this.#keys.indexOf(key);
    if (at >= 0) return new Bucket(this.#keys, this.#values.with(at, value));
    if (this.#keys.length < SMALL) {
      return new Bucket([...this.#keys, key], [...this.#values, value]);
    }
    const map = new Map(this.entries());

    return new Bucket<V>(NONE, NONE, RerootingMap.of(map.set(key, value)));
  }

  /** Returns the bucket without a member, or nothing if it was the only one. */
  without(key: string): Bucket<V> | undefined {
    if (this.#large !== undefined) {
      if (this.#large.size > 1) return new Bucket<V>(NONE, NONE, this.#large.set(key, undefined));

      return this.#large.get(key) === undefined ? this : undefined;
    }
    const at = this.#keys.indexOf(key);
    if (at < 0) return this;
    if (this.#keys.length === 1) return undefined;

    return new Bucket(without(this.#keys, at), without(this.#values, at));
  }

  /** All members, in no promised order. */
  *entries(): IterableIterator<[string, V]> {
    if (this.#large !== undefined) {
      yield* this.#large.entries();

      return;
    }
    for (const [at, key] of this.#keys.entries()) yield [key, this.#values[at] as V];
  }
}

const NONE: readonly never[] = [];

function without<V>(values: readonly V[], at: number): readonly V[] {
  return [...values.slice(0, at), ...values.slice(at + 1)];
}
