import { setImmediate } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Observable, ReplaySubject, auditTime, filter, takeUntil } from 'rxjs';
import { type CacheSnapshot, type Transport, pods, shareSnapshots, snapshots } from 'rxkube';

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
  /** Replays, so that a client that comes after the end gets no stream. */
  readonly #stop$ = new ReplaySubject<void>(1);

  constructor(@Inject(TRANSPORT) transport: Transport) {
    this.snapshots$ = snapshots(transport, pods, { transform: podView }).pipe(
      filter(({ isComplete }) => isComplete),
      auditTime(SAMPLE),
      // eslint-disable-next-line rxjs-x/no-unsafe-takeuntil -- shareSnapshots ends with its source, as share does
      takeUntil(this.#stop$),
      shareSnapshots({ grace: KEEP }),
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
