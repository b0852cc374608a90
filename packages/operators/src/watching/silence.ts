import { type ResourceVersion, type WatchEvent } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  defer,
  tap,
} from 'rxjs';

import { type Opened, type WatchOptions, drawnLifetime } from './open-stream.js';
import { secondsOf } from './seconds-of.js';

/** Lifetimes without a sign at one version, after which the server is asked whether it knows that version. */
const SUSPICIOUS = 2;

/**
 * A server that was restored from a backup is behind the version that is watched, and keeps silent until it has
 * caught up: perhaps for ever. A quiet resource looks the same.
 */
export class Silence {
  #version: ResourceVersion | undefined;
  #lifetimes = 0;
  /** Seconds that the open watch was given. */
  #lifetime = 0;
  readonly #draw: () => number;
  readonly #scheduler: SchedulerLike;

  constructor({ lifetime = drawnLifetime, scheduler = asyncScheduler }: WatchOptions) {
    this.#draw = lifetime;
    this.#scheduler = scheduler;
  }

  /** Draws the lifetime of the next watch. */
  readonly lifetime = (): number => {
    this.#lifetime = secondsOf(this.#draw);

    return this.#lifetime;
  };

  isSuspicious(version: ResourceVersion): boolean {
    if (version !== this.#version || this.#lifetimes < SUSPICIOUS) return false;
    this.#lifetimes = 0;

    return true;
  }

  /** The question was not answered, so it is asked again. */
  stillSuspicious(): void {
    this.#lifetimes = SUSPICIOUS;
  }

  /**
   * Adds up the time without an event or a bookmark at one version, in lifetimes: a watch that something between ends
   * early, again and again, is as silent as one that lives out its time.
   */
  listen<T>(version: ResourceVersion): MonoTypeOperatorFunction<WatchEvent<T> | Opened> {
    return (watch) =>
      defer(() => {
        const from = this.#scheduler.now();
        let isAccepted = false;
        let isSilent = true;
        const ended = (): void => {
          if (version !== this.#version || !isSilent) this.#lifetimes = 0;
          this.#version = version;
          if (!isAccepted || !isSilent) return;
          const whole = Math.floor(this.#lifetime) * 1_000;
          this.#lifetimes += Math.min(1, (this.#scheduler.now() - from) / whole);
        };

        return watch.pipe(
          tap({
            next: ({ type }) => {
              if (type === 'OPENED') isAccepted = true;
              else isSilent = false;
            },
            complete: ended,
            error: ended,
          }),
        );
      });
  }
}
