import { setImmediate } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type CacheSnapshot, type Transport, snapshots } from '@rxkube/operators';
import { pods } from '@rxkube/protocol';
import {
  type Observable,
  ReplaySubject,
  auditTime,
  share,
  skipWhile,
  takeUntil,
  timer,
} from 'rxjs';

import { type PodView, podView } from './pod-view.js';
import { TRANSPORT } from './transport.js';

/** At most one snapshot in so many milliseconds, however busy the cluster is. */
const SAMPLE = 200;
/** Milliseconds for which the watch outlives its last client, so that a reloaded page finds it open. */
const KEEP = 1_000;

/** Keeps one watch open for all clients, as long as there is one. */
@Injectable()
export class PodsService implements BeforeApplicationShutdown {
  readonly snapshots$: Observable<CacheSnapshot<PodView>>;
  /** Remembers, so that who comes after the end starts nothing any more. */
  readonly #stop$ = new ReplaySubject<void>(1);

  constructor(@Inject(TRANSPORT) transport: Transport) {
    this.snapshots$ = snapshots(transport, pods, { transform: podView }).pipe(
      skipWhile(({ resourceVersion }) => resourceVersion === undefined),
      auditTime(SAMPLE),
      takeUntil(this.#stop$),
      share({
        connector: () => new ReplaySubject(1), // who comes late gets the current set at once
        resetOnRefCountZero: () => timer(KEEP),
      }),
    );
  }

  /**
   * Ends all streams. Not in `onApplicationShutdown`: that is called once the HTTP server has closed, which waits for
   * these very streams.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stop$.next();
    // The ends are written in this turn; connections that are idle after it are closed without a wait.
    await setImmediate();
  }
}
