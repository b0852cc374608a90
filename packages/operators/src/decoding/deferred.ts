import { DeferredObject } from './deferred-object.js';

/** Something that carries an object which is parsed by whoever reads it first: a frame of a watch, or what it means. */
class Deferred<T> {
  readonly #deferred: DeferredObject<T>;

  constructor(deferred: DeferredObject<T>) {
    this.#deferred = deferred;
  }

  static in(carrier: object): DeferredObject<unknown> | undefined {
    return #deferred in carrier ? carrier.#deferred : undefined;
  }
}

/** A field of each carrier and not of the class, so that a copy of the carrier has the object too. */
const OBJECT: PropertyDescriptor = {
  enumerable: true,
  get(this: object): unknown {
    return Deferred.in(this)?.read();
  },
};

// Classes with fields of their own, each in the order of an eager one: one for all would take twice the time.
class DeferredFrame<T, K extends string> extends Deferred<T> {
  declare readonly object: T;

  constructor(
    readonly type: K,
    deferred: DeferredObject<T>,
  ) {
    super(deferred);
    Object.defineProperty(this, 'object', OBJECT);
  }
}

class DeferredSyncEvent<T, K extends string> extends Deferred<T> {
  declare readonly object: T;

  constructor(
    readonly _tag: K,
    deferred: DeferredObject<T>,
  ) {
    super(deferred);
    Object.defineProperty(this, 'object', OBJECT);
  }
}

/** A frame of a watch, or the event that it is. */
export function deferredFrame<T, K extends string>(
  type: K,
  deferred: DeferredObject<T>,
): { readonly type: K; readonly object: T } {
  return new DeferredFrame(type, deferred);
}

/** What a frame means for the copy of the collection. */
export function deferredSyncEvent<T, K extends string>(
  _tag: K,
  deferred: DeferredObject<T>,
): { readonly _tag: K; readonly object: T } {
  return new DeferredSyncEvent(_tag, deferred);
}

/** The object that something carries or is, where nobody has to parse it to know its head. */
export function deferredIn<T>(carrier: { readonly object: T }): DeferredObject<T> | undefined;
export function deferredIn(carrier: unknown): DeferredObject<unknown> | undefined;
export function deferredIn(carrier: unknown): DeferredObject<unknown> | undefined {
  if (carrier instanceof DeferredObject) return carrier as DeferredObject<unknown>;

  return typeof carrier === 'object' && carrier !== null ? Deferred.in(carrier) : undefined;
}
