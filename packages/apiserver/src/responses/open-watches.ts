import { type ApiRequest } from '@rxkube/protocol';
import { type Observable, Subject, map } from 'rxjs';

import { connectionCut } from './connection-cut.js';

/** How a watch is ended from outside. */
type Ending = 'clean' | 'cut';

/** An open watch, as its own code sees it. */
export interface EnteredWatch {
  /** Emits when the watch is to end cleanly. Fails when its connection is cut. */
  readonly ended: Observable<void>;
  readonly leave: () => void;
}

/** The watches that are open at this moment. */
export class OpenWatches {
  readonly #endings = new Map<
    symbol,
    { readonly request: ApiRequest; readonly ending: Subject<Ending> }
  >();

  get size(): number {
    return this.#endings.size;
  }

  /** Ends all watches, or those that `when` selects. Returns how many it ended. */
  end(ending: Ending, when: (request: ApiRequest) => boolean = () => true): number {
    const chosen = [...this.#endings.values()].filter(({ request }) => when(request));
    for (const watch of chosen) watch.ending.next(ending);

    return chosen.length;
  }

  /** Ends the watch that has been open for the longest time. */
  endOldest(ending: Ending): void {
    const [oldest] = this.#endings.values();
    oldest?.ending.next(ending);
  }

  /** Counts a watch until it leaves. */
  enter(request: ApiRequest): EnteredWatch {
    const id = Symbol('watch');
    const ending = new Subject<Ending>();
    this.#endings.set(id, { request, ending });

    return {
      ended: ending.pipe(
        map((how) => {
          if (how === 'cut') throw connectionCut(request);
        }),
      ),
      leave: () => {
        this.#endings.delete(id);
      },
    };
  }
}
