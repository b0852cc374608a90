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

/** Whole lifetimes without a sign at one version, after which the server is asked whether it knows that version. */
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

  /** Counts the watches at one version that lived out their time without an event or a bookmark. */
  listen<T>(version: ResourceVersion): MonoTypeOperatorFunction<WatchEvent<T> | Opened> {
    return (watch) =>
      defer(() => {
        const from = this.#scheduler.now();
        let silent = true;

        return watch.pipe(
          tap({
            next: (event) => {
              silent &&= event.type === 'OPENED';
            },
            complete: () => {
              if (version !== this.#version || !silent) this.#lifetimes = 0;
              // A watch that is ended early says nothing about the version.
              const whole = this.#scheduler.now() - from >= Math.floor(this.#lifetime) * 1_000;
              if (silent && whole) this.#lifetimes++;
              this.#version = version;
            },
          }),
        );
      });
  }
}
