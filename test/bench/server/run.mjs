import { once } from 'node:events';

/** @import { ServerResponse } from 'node:http' */
/** @import { Format, Page } from './formats/format.mjs' */

/** The responses to one contender: a list, a watch that waits for a command, a 410, and a relist. */
export class Run {
  /** Epoch milliseconds of the steps. @type {Record<string, number>} */
  times = {};
  #isExpired = false;
  /** @type {Set<ServerResponse>} */
  #open = new Set();
  #streaming = signal();
  #expired = signal();

  /** Lets the events of the watch go. */
  stream() {
    this.#streaming.raise();
  }

  /** Ends the watch with a 410. The next list is the final state. */
  expire() {
    this.#isExpired = true;
    this.#expired.raise();
  }

  /** The client has left. */
  end() {
    for (const response of this.#open) response.destroy();
  }

  /**
   * @param {ServerResponse} response
   * @param {Format} format
   * @param {Page} page
   */
  list(response, format, page) {
    const body = format.list(this.#isExpired, page);
    if (this.#isExpired) this.#note('relistBegan');
    response.setHeader('content-length', body.length);
    response.end(body);
  }

  /**
   * @param {ServerResponse} response
   * @param {Format} format
   * @param {boolean} wantsBookmarks
   */
  async watch(response, format, wantsBookmarks) {
    const gone = new AbortController();
    this.#open.add(response);
    response.on('close', () => {
      this.#open.delete(response);
      gone.abort();
    });
    response.flushHeaders();
    if (this.#isExpired) {
      this.#note('relistEnded');
      response.write(format.last);

      return;
    }
    await this.#streaming.raised;
    this.#note('streamBegan');
    for (const chunk of format.events) {
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal });
    }
    if (wantsBookmarks) response.write(format.bookmark);
    response.write(format.sentinel);
    await this.#expired.raised;
    response.end(format.expired);
  }

  /** @param {string} what the first time counts */
  #note(what) {
    this.times[what] ??= performance.timeOrigin + performance.now();
  }
}

/** A promise, and the word that it waits for. */
function signal() {
  /** @type {() => void} */
  let raise = () => undefined;
  /** @type {Promise<void>} */
  const raised = new Promise((resolve) => {
    raise = resolve;
  });

  return { raise, raised };
}
