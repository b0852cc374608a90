import {
  type KubeError,
  type KubeObject,
  type ResourceVersion,
  type WatchEvent,
} from '@rxkube/protocol';

import { type Position } from '../position.js';
import { changeOf, rawIn } from '../raw/raw-event.js';
import { type Cure } from '../recovery/keep-trying.js';
import { isFromTheFuture, isServerFailure, isShortWatch } from '../recovery/kinds-of-failure.js';
import {
  LAST_IN_A_ROW,
  type Move,
  type OnFault,
  isAgain,
  isRelist,
  keepMove,
  nextMove,
} from '../recovery/next-move.js';
import { type Pace } from '../recovery/pace.js';
import { type SyncEvent } from '../sync-event.js';
import { shortWatch, stuckWatch, unfinishedList } from './broken-watch.js';
import { type Cursor, NEW_CURSOR, afterWatch } from './cursor.js';
import { type Opened } from './open-stream.js';
import { WATCH_SPACING } from './watch-spacing.js';

/** The watches behind one list: each resumes where the one before it has come to. */
export class Resumption<T extends KubeObject> implements Cure {
  /** The position and time at which the open watch began; `undefined` for the source. */
  #watch: { readonly version: ResourceVersion; readonly openedAt: number } | undefined;
  #cursor: Cursor = NEW_CURSOR;
  /** The last failure is one too many of the server at this version. */
  #isStuck = false;

  constructor(
    private readonly pace: Pace,
    private readonly position: Position,
    private readonly onFault: OnFault = keepMove,
    private readonly mayBeRaw = true,
  ) {}

  /** Begins the next connection. Returns the version to watch from; `undefined` for the source, which comes first. */
  begin(): ResourceVersion | undefined {
    const version = this.position.current;
    if (version !== undefined) this.#watch = { version, openedAt: this.pace.scheduler.now() };

    return version;
  }

  /** Receives an event of a watch. */
  readonly receive = (event: WatchEvent<T> | Opened): SyncEvent<T> => {
    if (event.type === 'OPENED') {
      this.pace.recordWatchStarted();

      return WATCH_STARTED;
    }
    this.pace.recordLiveEvent();
    if (event.type === 'BOOKMARK') {
      this.position.moveTo(event.resourceVersion);

      return { _tag: 'Bookmarked', resourceVersion: event.resourceVersion };
    }
    const raw = this.mayBeRaw ? rawIn<T>(event) : undefined;
    this.position.moveTo(raw === undefined ? event.object.metadata.resourceVersion : raw.version);
    if (raw !== undefined) return changeOf(event, raw);

    return { _tag: event.type === 'DELETED' ? 'Deleted' : 'Applied', object: event.object };
  };

  readonly carriesOut = isAgain;

  readonly afterEnd = (): number | undefined => {
    const watch = this.#watch;
    if (watch === undefined) {
      if (this.position.isListing) throw unfinishedList();

      // Behind the source at once. An empty source has no position to go on from.
      return this.position.current === undefined ? undefined : 0;
    }
    const lived = this.pace.scheduler.now() - watch.openedAt;
    if (lived < WATCH_SPACING && watch.version === this.position.current) throw shortWatch(lived);
    this.pace.recordEnd();
    this.#cursor = afterWatch(this.#cursor, { end: 'clean' });

    // At least 1 ms: without it, a server that hangs up at once would stop virtual time.
    return Math.max(1, WATCH_SPACING - lived);
  };

  readonly judge = (error: KubeError): Move | undefined => {
    const at = this.position.current;
    if (at === undefined) return undefined;
    const isOfServer = isServerFailure(error);
    const end = isShortWatch(error) ? 'short' : 'failure';
    this.#cursor = afterWatch(this.#cursor, isOfServer ? { end: 'serverFailure', at } : { end });
    const next = nextMove(error, 'watch', this.#cursor);
    this.#isStuck = isOfServer && isRelist(next);

    return this.onFault(error, next);
  };

  readonly afterFailure = (error: KubeError): number => this.pace.delayAfter(error);

  readonly passedOn = (error: KubeError): KubeError => {
    if (isFromTheFuture(error)) this.position.forgetLast();

    return this.#isStuck ? stuckWatch(error, LAST_IN_A_ROW) : error;
  };
}

const WATCH_STARTED: SyncEvent<never> = { _tag: 'WatchStarted' };
