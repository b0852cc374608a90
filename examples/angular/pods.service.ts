/**
 * Angular: a service that turns snapshots into signals, and closes its watch with the injector that made it. Its
 * spec, beside it, runs it without a browser.
 *
 *   npm run angular       (in this folder)
 */
import { Injectable, PLATFORM_ID, type Signal, computed, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { snapshots } from '@rxkube/operators';
import { type Pod, pods } from '@rxkube/protocol';
import { EMPTY } from 'rxjs';

import { TRANSPORT } from './transport.js';

/** The pods of the cluster, live. */
@Injectable()
export class PodsService {
  /**
   * Not sampled: Angular reads a signal when it renders, however often it was set in between. On the server nothing
   * is watched, or rendering would wait for an end that never comes.
   */
  readonly #snapshot = toSignal(
    inject(PLATFORM_ID) === 'server' ? EMPTY : snapshots(inject(TRANSPORT), pods),
  );

  readonly pods: Signal<readonly Pod[]> = computed(() => [...(this.#snapshot() ?? [])]);
  /** False until the first set is there: "no pods" and "not known yet" are different pages. */
  readonly known = computed(() => this.#snapshot()?.resourceVersion !== undefined);
  /** Why the pods may be behind; undefined while all is well. */
  readonly trouble = computed(() => this.#snapshot()?.error?.message);
}
