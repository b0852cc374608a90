import { type ApiRequest, TransportError, requestName } from '@rxkube/protocol';
import { type Observable, Subject, map } from 'rxjs';

/** How one watch is brought to its end from outside. */
type Ending = 'clean' | 'cut';

/** The watches that are open at this moment. */
export class OpenWatches {
  readonly #endings = new Map<
    symbol,
    { readonly request: ApiRequest; readonly ending: Subject<Ending> }
  >();

  get size(): number {
    return this.#endings.size;
  }

  /** Ends all watches, or those that `when` picks, and says how many they were. */
  end(ending: Ending, when: (request: ApiRequest) => boolean = () => true): number {
    const chosen = [...this.#endings.values()].filter(({ request }) => when(request));
    for (const watch of chosen) watch.ending.next(ending);

    return chosen.length;
  }

  /** Ends the watch that has been open for longest. */
  endOldest(ending: Ending): void {
    const [oldest] = this.#endings.values();
    oldest?.ending.next(ending);
  }

  /** Counts a watch until it is left. */
  enter(request: ApiRequest): { readonly ended: Observable<void>; readonly leave: () => void } {
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

/** What a client sees of a connection that dies; over HTTP the socket is destroyed instead. */
export function connectionCut(
  request: ApiRequest,
  phase: 'headers' | 'body' = 'body',
): TransportError {
  return new TransportError({
    phase,
    code: 'ECONNRESET',
    problem: 'the server closed the connection',
    request: requestName(request),
  });
}
