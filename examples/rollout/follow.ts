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
  scan,
  share,
  startWith,
} from 'rxjs';

import { type Counts, NOTHING_YET, counted } from './counts.js';
import { marbleLine } from './marble-line.js';

/** The copy at one moment, and what it took to keep it. */
export interface Followed {
  readonly snapshot: CacheSnapshot<KubeObject> | undefined;
  readonly counts: Counts;
  readonly marbles: string;
}

/** Characters of the marble line: more than any terminal is wide. */
const WIDTH = 400;

/** Keeps a copy of a collection, and looks at the events that it is made of in two more ways. */
export function follow(
  transport: Transport,
  collection: Collection<KubeObject>,
  options: ListThenWatchOptions,
): Observable<Followed> {
  return listThenWatch(transport, collection, options).pipe(
    connect((events$) =>
      combineLatest({
        snapshot: events$.pipe(cacheReduce(), startWith(undefined)),
        counts: events$.pipe(scan(counted, NOTHING_YET), startWith(NOTHING_YET)),
        marbles: events$.pipe(marbleLine(WIDTH), startWith('')),
      }),
    ),
    share({ connector: () => new ReplaySubject(1) }),
  );
}
