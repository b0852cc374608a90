import { type DecodeError, isKubeError } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  Subject,
  delay,
  map,
  of,
  switchMap,
  take,
} from 'rxjs';

import { endedBy } from '../subscription/ended-by.js';

/** So many may be lines that the server breaks where a document seems to end, which only parsing tells. */
const TOO_MANY = 2;

/**
 * Deferred objects that are no objects when somebody reads them, which is known only when their event has long
 * passed: the subscription lists again.
 */
export class BrokenTexts {
  #count = 0;
  #listing = false;
  readonly #broken = new Subject<DecodeError>();
  readonly #listed = new Subject<void>();

  constructor(
    private readonly tell: ((error: DecodeError) => void) | undefined,
    private readonly scheduler: SchedulerLike,
  ) {}

  /** Is told of each of them by its reader. */
  readonly found = (error: DecodeError): void => {
    this.tell?.(error);
    this.#broken.next(error);
  };

  /** From then on objects are parsed as they arrive. */
  areTooMany(): boolean {
    return this.#count >= TOO_MANY;
  }

  /** A list has begun. */
  listing(): void {
    this.#listing = true;
  }

  /** A list is whole. */
  listed(): void {
    this.#listing = false;
    this.#listed.next();
  }

  /** The events have ended with this error, whoever has found it. */
  failed(error: unknown): void {
    if (isBrokenText(error)) this.#count++;
  }

  /**
   * Errors with each that is found. A list that is under way may hold the same object, and is not begun again: one
   * more follows it.
   */
  fail<E>(): MonoTypeOperatorFunction<E> {
    return endedBy(
      this.#broken.pipe(
        switchMap((error) =>
          this.#listing
            ? this.#listed.pipe(
                take(1),
                delay(0, this.scheduler),
                map(() => error),
              )
            : of(error),
        ),
        map(thrown),
      ),
    );
  }
}

/** A text that is no JSON, whether it was parsed as it came or by a reader. */
function isBrokenText(error: unknown): boolean {
  return isKubeError(error) && error._tag === 'DecodeError' && error.problem === 'json';
}

function thrown(error: DecodeError): never {
  throw error;
}
