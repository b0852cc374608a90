import { type MonoTypeOperatorFunction, identity, map } from 'rxjs';

import { type Decoding } from './decoding.js';
import { readable } from '../raw/raw-event.js';

/** Marks options of an operator whose events go to a cache, which can read raw events. */
const keepsRawEvents = Symbol('keepsRawEvents');

/** Says when objects are parsed. */
interface EventOptions {
  readonly decoding?: Decoding | undefined;
}

/** The same options for an operator whose events go to a cache. */
export function forCache<O extends object>(options: O): O {
  return { ...options, [keepsRawEvents]: true };
}

/** Makes raw events readable for users. Eager events, and those for a cache, pass as they are. */
export function readableEvents<E>(options: EventOptions): MonoTypeOperatorFunction<E> {
  const { decoding = 'eager' } = options;

  return decoding === 'eager' || keepsRawEvents in options ? identity : map(readable);
}
