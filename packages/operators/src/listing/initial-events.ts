import { type KubeObject, type WatchEvent } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

import { type ListSize } from '../list-size/list-size.js';
import { listedOf } from '../raw/listed.js';
import { changeOf, rawIn } from '../raw/raw-event.js';
import { type SyncEvent } from '../sync-event.js';
import { type Opened } from '../watching/open-stream.js';

/** The events of one stream: a list up to the end mark, and a watch behind it. */
export class InitialEvents<T extends KubeObject> {
  /** The end mark has come. */
  isComplete = false;
  readonly #startedAt: number;
  #lastAt: number;

  constructor(
    private readonly scheduler: SchedulerLike,
    private readonly size: ListSize,
  ) {
    this.#startedAt = scheduler.now();
    this.#lastAt = this.#startedAt;
  }

  /** Milliseconds since the stream began. */
  get age(): number {
    return this.scheduler.now() - this.#startedAt;
  }

  /** Milliseconds since the last initial event. */
  get silence(): number {
    return this.scheduler.now() - this.#lastAt;
  }

  /** Reports bytes of the stream. @throws ProtocolError `listTooLarge` if the initial events have too many. */
  addBytes(count: number): void {
    if (!this.isComplete) this.size.addBytes(count);
  }

  /** Receives an event of the stream. @throws ProtocolError `listTooLarge` if there are too many initial events. */
  receive(event: WatchEvent<T> | Opened): readonly SyncEvent<T>[] {
    switch (event.type) {
      case 'OPENED':
        return [];
      case 'BOOKMARK':
        if (this.isComplete) {
          return [{ _tag: 'Bookmarked', resourceVersion: event.resourceVersion }];
        }
        if (!event.initialEventsEnd) return [];
        this.isComplete = true;

        return [
          { _tag: 'ListCompleted', resourceVersion: event.resourceVersion },
          { _tag: 'WatchStarted' },
        ];
      case 'DELETED':
      case 'ADDED':
      case 'MODIFIED':
        if (event.type === 'DELETED' || this.isComplete) return [changeOf(event, rawIn(event))];
        if (event.type === 'ADDED') this.#lastAt = this.scheduler.now();
        this.size.addItem();

        return [listedOf([rawIn<T>(event) ?? event.object], undefined)];
    }
  }
}
