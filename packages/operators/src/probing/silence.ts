import {
  type Collection,
  type KubeObject,
  type ResourceVersion,
  type WatchEvent,
} from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, catchError, concat, defer, tap } from 'rxjs';

import { type FetchPageOptions } from '../listing/fetch-page.js';
import { type Position } from '../position.js';
import { isAnswer, isVersionExpired } from '../recovery/kinds-of-failure.js';
import { type Pace } from '../recovery/pace.js';
import { type Transport } from '../transport.js';
import { type Opened, type WatchOptions, drawnLifetime } from '../watching/open-stream.js';
import { secondsOf } from '../watching/seconds-of.js';
import { probe } from './probe.js';

/** Lifetimes without a sign at one version, after which the server is asked whether it has that version. */
const SUSPICIOUS = 2;

/** The options of {@link Silence}. */
export interface SilenceOptions extends WatchOptions, FetchPageOptions {
  readonly pace: Pace;
  readonly position: Position;
}

/**
 * Asks a silent server whether it has the version that is watched.
 *
 * A server that was restored from a backup is behind that version. It is silent until it has caught up, perhaps for
 * ever. A quiet resource looks the same.
 */
export class Silence<T extends KubeObject> {
  #version: ResourceVersion | undefined;
  #lifetimes = 0;
  /** The lifetime of the open watch, in seconds. */
  #lifetime = 0;

  constructor(
    private readonly transport: Transport,
    private readonly collection: Collection<T>,
    private readonly options: SilenceOptions,
  ) {}

  /** Draws the lifetime of the next watch. */
  readonly lifetime = (): number => {
    const { random, lifetime = () => drawnLifetime(random) } = this.options;
    this.#lifetime = secondsOf(lifetime);

    return this.#lifetime;
  };

  /** Asks before the watch begins, if the watches at its version have been silent for too long. */
  ask(version: ResourceVersion): MonoTypeOperatorFunction<WatchEvent<T> | Opened> {
    return (watch) => {
      const heard = watch.pipe(this.#listen(version));
      if (version !== this.#version || this.#lifetimes < SUSPICIOUS) return heard;
      this.#lifetimes = 0;

      return concat(this.#question(version), heard);
    };
  }

  #question(version: ResourceVersion): ReturnType<typeof probe> {
    return probe(this.transport, this.collection, version, this.options).pipe(
      catchError((error: unknown) => {
        if (isVersionExpired(error)) this.options.position.forgetLast();
        // Without a decision, the next watch asks again.
        if (!isAnswer(error)) this.#lifetimes = SUSPICIOUS;
        throw error;
      }),
    );
  }

  /**
   * Adds up the time without an event or a bookmark at one version, in lifetimes. Watches that a proxy ends early,
   * again and again, are as silent as one that lives out its time.
   */
  #listen(version: ResourceVersion): MonoTypeOperatorFunction<WatchEvent<T> | Opened> {
    const { pace } = this.options;

    return (watch) =>
      defer(() => {
        const from = pace.scheduler.now();
        const addUp = (): void => {
          if (version !== this.#version || pace.hasEvents) this.#lifetimes = 0;
          this.#version = version;
          if (!pace.isWatchOpen || pace.hasEvents) return;
          const whole = Math.floor(this.#lifetime) * 1_000;
          this.#lifetimes += Math.min(1, (pace.scheduler.now() - from) / whole);
        };

        return watch.pipe(tap({ complete: addUp, error: addUp }));
      });
  }
}
