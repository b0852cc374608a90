import {
  type Collection,
  type KubeError,
  type KubeObject,
  type ListPage,
  ProtocolError,
  type ResourceVersion,
  isExpired,
  isKubeError,
  isTooLarge,
  listRequest,
  requestName,
} from '@rxkube/protocol';
import { listedOf } from '../decoding/listed.js';
import { type BackOff } from '../recovery/back-off.js';
import { type LoopBackOff, checkedBackOff } from '../recovery/checked-back-off.js';
import { type OnFault, nextMove } from '../recovery/next-move.js';
import { retryDelay } from '../recovery/retry-delay.js';
import { type SyncEvent } from '../sync-event.js';
import { type Page } from './page-decoder.js';
import { TokenCycles } from './token-cycles.js';

/** How far one list has come. */
export class Paging<T extends KubeObject> {
  /** Milliseconds until the next request; `undefined` behind the last one. */
  pause: number | undefined;
  readonly #limit: number;
  readonly #backOff: LoopBackOff;
  readonly #onFault: OnFault;
  readonly #fallback: ListPage;
  /** Where the first page is to be read; changes when the server has lost it. */
  #first: ListPage;
  /** The page that was asked for last. */
  #asked: ListPage;
  #token: string | undefined;
  readonly #tokens = new TokenCycles();
  /** The version of the first page, which is that of the list. */
  #version: ResourceVersion | undefined;
  #failures = 0;
  #restarts = 0;
  /** The server has refused a continue token as a wrong request. */
  #refused = false;

  constructor(
    private readonly request: Collection<T>,
    first: ListPage,
    backOff: BackOff,
    onFault: OnFault,
  ) {
    this.#limit = first.limit;
    this.#backOff = checkedBackOff(backOff);
    this.#onFault = onFault;
    this.#fallback = { at: 'latest', limit: first.limit };
    this.#first = first;
    this.#asked = first;
  }

  /** The page to ask for now. */
  next(): ListPage {
    this.#asked =
      this.#token === undefined
        ? this.#first
        : { at: 'continue', token: this.#token, limit: this.#limit };

    return this.#asked;
  }

  /** What a page that arrived says. */
  take({ items, version, token, remaining }: Page<T>): readonly SyncEvent<T>[] {
    if (token !== undefined && this.#tokens.closesWith(token)) throw this.#repeated();
    this.#version = this.#asked.at === 'continue' ? (this.#version ?? version) : version;
    this.#token = token;
    this.#failures = 0;
    this.pause = token === undefined ? undefined : 0;
    const listed = listedOf(items, remaining);

    return token === undefined
      ? [listed, { _tag: 'ListCompleted', resourceVersion: this.#version }]
      : [listed];
  }

  /** What to tell about a failed page, or the same failure where asking again does not cure it. */
  fail(error: unknown): SyncEvent<T> {
    if (!isKubeError(error)) throw error;
    const wait = this.#recover(error);
    if (this.#onFault(error, wait === undefined ? nextMove(error, 'list') : 'again') !== 'again') {
      throw error;
    }
    this.pause = wait ?? retryDelay(error, ++this.#failures, this.#backOff);

    return { _tag: 'Interrupted', error, retryInMs: this.pause };
  }

  /** Changes what is asked for next, where the same request would fail for ever; says how long to wait. */
  #recover(error: KubeError): number | undefined {
    if (this.#asked.at === 'notOlderThan' && (isExpired(error) || isTooLarge(error))) {
      this.#first = this.#fallback;
      this.#restart();

      return this.#backOff.anew();
    }
    if (this.#asked.at !== 'continue') return undefined;
    if (isExpired(error)) {
      const version = this.#version;
      this.#restart();
      this.#restarts++;
      // The third time this server cannot hold a version for as long as the list takes.
      if (this.#restarts > 2) {
        this.#first = this.#fallback;

        return this.#backOff(this.#restarts - 2);
      }
      if (this.#restarts === 2 && version !== undefined) {
        this.#first = { at: 'notOlderThan', resourceVersion: version, limit: 0 };
      }

      return this.#backOff.anew();
    }
    // A page of a version that the server does not have, or no more, will not come by asking for it again.
    const isLost = isTooLarge(error);
    const refused = error._tag === 'StatusError' && error.code === 400 && !this.#refused;
    const isRepeated = error._tag === 'ProtocolError' && error.rule === 'repeatedContinue';
    if (isLost || refused || isRepeated) {
      this.#refused ||= refused;
      this.#restart();
      this.#restarts++;

      // By the restarts: the first page, which succeeds each time, forgets the failures.
      return retryDelay(error, this.#restarts, this.#backOff);
    }

    return undefined;
  }

  #restart(): void {
    this.#token = undefined;
    this.#tokens.restart();
    this.#version = undefined;
  }

  #repeated(): ProtocolError {
    return new ProtocolError({
      rule: 'repeatedContinue',
      field: 'metadata.continue',
      problem: 'the server answered a continue token with one that it gave before; starting over',
      request: requestName(listRequest(this.request, this.#asked)),
    });
  }
}
