import { type KubeObject, type ResourceVersion, isResourceVersion } from '@rxkube/protocol';

import { type SyncEvent, unread } from './sync-event.js';

/** An event may carry an object that is not parsed yet. Its version is known without parsing. */
interface Unread {
  readonly [unread]?: { readonly version: string | undefined };
}

/**
 * The position that an event moves to; `undefined` if it does not move the position.
 *
 * Do not call it for a `Deleted` inside an unfinished list: a list has no position before its end.
 *
 * @since 0.1.0
 */
export function positionOf<T extends KubeObject>(event: SyncEvent<T>): ResourceVersion | undefined {
  switch (event._tag) {
    case 'ListCompleted':
    case 'Bookmarked':
      return event.resourceVersion;
    case 'Applied':
    case 'Deleted': {
      const raw = (event as Unread)[unread];
      const version = raw === undefined ? event.object.metadata.resourceVersion : raw.version;

      return isResourceVersion(version) ? version : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * The last version that a subscription has seen: `resumeFrom` moves it, and a relist asks for nothing older.
 *
 * Make one inside of `withPace` and pass it as the option `position`: it belongs to one subscription.
 *
 * @since 0.2.0
 */
export class Position {
  #last: ResourceVersion | undefined;
  #current: ResourceVersion | undefined;
  #isListing = false;
  #hasListed = false;

  /** The last version that was seen; `undefined` before the first one, and after the server has lost it. */
  get last(): ResourceVersion | undefined {
    return this.#last;
  }

  /** @internal The version from which the next watch starts; `undefined` until a list is complete. */
  get current(): ResourceVersion | undefined {
    return this.#current;
  }

  /** @internal A list has begun, and its end was not seen. */
  get isListing(): boolean {
    return this.#isListing;
  }

  /** @internal A list was complete before, whatever became of its version. */
  get hasListed(): boolean {
    return this.#hasListed;
  }

  /** @internal Begins again with a list. */
  restart(): void {
    this.#isListing = false;
    this.#current = undefined;
  }

  /** @internal Follows the events of a list, whose objects are in no order. */
  readonly follow = <T extends KubeObject>(event: SyncEvent<T>): void => {
    if (event._tag === 'ListStarted') {
      this.#isListing = true;
      this.#current = undefined;
    } else if (event._tag === 'ListCompleted') this.#isListing = false;
    if (!this.#isListing) this.moveTo(positionOf(event));
  };

  /** @internal Moves to the version of an event, if it is a position. */
  moveTo(version: string | undefined): void {
    if (!isResourceVersion(version)) return;
    this.#last = version;
    this.#current = version;
    this.#hasListed = true;
  }

  /** @internal Lets the next list begin at any version, because the server does not have this one. */
  forgetLast(): void {
    this.#last = undefined;
  }
}
