import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { linesOf } from './lines-of.mjs';
import { pinned } from './pinned.mjs';

const PROGRAM = fileURLToPath(new URL('../server/main.mjs', import.meta.url));

/**
 * The content of a server.
 *
 * @typedef {object} Workload
 * @property {'Pod' | 'Widget'} kind
 * @property {number} count objects of the first list
 * @property {number} events of the watch
 */

/**
 * The expected final state of a contender, and the data sent to it.
 *
 * @typedef {object} Facts
 * @property {string} watchedVersion
 * @property {string} relistedVersion
 * @property {Readonly<Record<'listed' | 'watched' | 'relisted', Readonly<Record<string, string>>>>} expected
 * @property {number} bytes of the watch
 * @property {number} events of the watch
 */

/** The server of one workload, in a process and on a core of its own. */
export class Server {
  #child;
  /** @type {string} */
  url;
  /** @type {Facts} */
  facts;

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} url
   * @param {Facts} facts
   */
  constructor(child, url, facts) {
    this.#child = child;
    this.url = url;
    this.facts = facts;
  }

  /**
   * @param {Workload} workload
   * @param {string} [encoder] the program that writes protobuf, where there is one
   */
  static async start({ kind, count, events }, encoder) {
    const [file = '', ...args] = pinned('server', [
      process.execPath,
      PROGRAM,
      kind,
      String(count),
      String(events),
      ...(encoder === undefined ? [] : [encoder]),
    ]);
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    /** @type {{ readonly url: string } | undefined} */
    const line = await linesOf(child.stdout)();
    if (line === undefined) throw new Error('The server of the bench did not start.');
    const answer = await fetch(`${line.url}/bench/facts`);
    const facts = /** @type {Facts} */ (await answer.json());

    return new Server(child, line.url, facts);
  }

  /** @param {'begin' | 'events' | 'expire'} step */
  async tell(step) {
    await (await fetch(`${this.url}/bench/${step}`, { method: 'POST' })).arrayBuffer();
  }

  /** @returns {Promise<Readonly<Record<string, number>>>} epoch milliseconds of the steps since `begin` */
  async times() {
    const answer = await fetch(`${this.url}/bench/times`);

    return /** @type {Record<string, number>} */ (await answer.json());
  }

  close() {
    this.#child.stdin?.end();
  }
}
