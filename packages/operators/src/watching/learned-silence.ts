import { type ApiRequest, type KubeObject, type Resource } from '@rxkube/protocol';

import { type Transport } from '../transport.js';
import { ServerMemory } from './server-memory.js';

/** The first limit is drawn from U[75, 90) s: more than the minute between the bookmarks of a kube-apiserver. Milliseconds. */
const FIRST_LIMIT = 75_000;
const FIRST_SPREAD = 15_000;
/** Bookmarks of one server that show how often it sends them. */
const ENOUGH_BOOKMARKS = 3;
/** A watch may be silent for this many pauses between two bookmarks. */
const PAUSES = 2.5;
/** No limit is shorter: bookmarks come once a minute. Milliseconds. */
const SHORTEST_LIMIT = 60_000;

/**
 * Learns for how long the watches of one resource may be silent at one server.
 *
 * A dead connection and a quiet resource look the same, so the limit is a guess that the next watch judges:
 *
 * | the watch behind a silent one | the limit |
 * | --- | --- |
 * | begins with an event at once | is the first one again, because the connection was dead |
 * | proves itself, or begins with a bookmark | doubles, because the resource was quiet |
 * | fails | stays, because nothing is known |
 *
 * After three bookmarks the limit is 2.5 times the longest pause between two of them, but at least a minute.
 */
export class LearnedSilence {
  /** Milliseconds; `undefined` while each watch draws its own. */
  #limit: number | undefined;
  #bookmarks = 0;
  #longestPause = 0;
  /** The limits that ended a watch which is not open again yet, by collection. */
  readonly #suspicions = new Map<string, number>();

  /** The limit of a new watch in milliseconds. */
  limitOf(random: () => number): number {
    return this.#limit ?? FIRST_LIMIT + Math.floor(FIRST_SPREAD * random());
  }

  /** Records that a limit has ended a watch. */
  recordSilence(collection: string, limit: number): void {
    this.#suspicions.set(collection, limit);
  }

  /** Returns the limit that ended the watch before, and forgets it. */
  takeSuspicion(collection: string): number | undefined {
    const limit = this.#suspicions.get(collection);
    this.#suspicions.delete(collection);

    return limit;
  }

  /** Records that the resource was quiet. Returns the new limit. */
  recordQuiet(limit: number): number {
    this.#limit = Math.max(this.#limit ?? 0, 2 * limit);

    return this.#limit;
  }

  /** Records that events were missed. Returns the new limit. */
  recordMissed(random: () => number): number {
    this.#limit = undefined;

    return this.limitOf(random);
  }

  /**
   * Records a bookmark, with the milliseconds since the one before it on the same watch. Returns the new limit, or
   * `undefined` if there were too few bookmarks.
   */
  recordBookmark(pause: number | undefined): number | undefined {
    this.#bookmarks++;
    this.#longestPause = Math.max(this.#longestPause, pause ?? 0);
    if (this.#bookmarks < ENOUGH_BOOKMARKS || this.#longestPause === 0) return undefined;
    this.#limit = Math.max(SHORTEST_LIMIT, PAUSES * this.#longestPause);

    return this.#limit;
  }
}

const learned = new ServerMemory<LearnedSilence>();

/** Returns the memory of the silence of a resource at a server. */
export function learnedSilence<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
): LearnedSilence {
  const known = learned.get(transport, resource);
  if (known !== undefined) return known;
  const made = new LearnedSilence();
  learned.set(transport, resource, made);

  return made;
}

/** Names the collection of a watch, whatever its version and lifetime. */
export function collectionOf({ path, query }: ApiRequest): string {
  return JSON.stringify([path, query['labelSelector'], query['fieldSelector']]);
}
