import {
  type CacheSnapshot,
  type Collection,
  type KubeObject,
  type ListThenWatchOptions,
  type Transport,
  cacheReduce,
  listThenWatch,
} from 'rxkube';
import {
  type Observable,
  ReplaySubject,
  combineLatest,
  connect,
  map,
  merge,
  scan,
  share,
  startWith,
} from 'rxjs';

import { type Counts, NOTHING_YET, counted } from './counts.js';
import { marbleLine } from './marble-line.js';
import { NO_STORY, type Story, story } from './story.js';

/** The copy at one moment, and what it took to keep it. */
export interface Followed {
  readonly snapshot: CacheSnapshot<KubeObject> | undefined;
  readonly counts: Counts;
  readonly story: Story;
  readonly marbles: string;
}

export const NOT_FOLLOWED: Followed = {
  snapshot: undefined,
  counts: NOTHING_YET,
  story: NO_STORY,
  marbles: '',
};

/** Characters of the marble line: more than any terminal is wide. */
const WIDTH = 400;

/** Keeps a copy of a collection, and looks at the events that it is made of in three more ways. */
export function follow(
  transport: Transport,
  collection: Collection<KubeObject>,
  options: ListThenWatchOptions,
): Observable<Followed> {
  return listThenWatch(transport, collection, options).pipe(
    connect((events$) =>
      events$.pipe(
        cacheReduce(),
        connect((snapshots$) =>
          combineLatest({
            snapshot: snapshots$.pipe(startWith(undefined)),
            counts: events$.pipe(scan(counted, NOTHING_YET), startWith(NOTHING_YET)),
            // An event is reported before its snapshot.
            story: merge(
              events$.pipe(map((event) => ({ event }))),
              snapshots$.pipe(map((snapshot) => ({ snapshot }))),
            ).pipe(story(), startWith(NO_STORY)),
            marbles: events$.pipe(marbleLine(WIDTH), startWith('')),
          }),
        ),
      ),
    ),
    share({ connector: () => new ReplaySubject(1) }),
  );
}
