import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The packages of one work tree, loaded from their sources. */
export class Sources {
  /** @param {string} root */
  constructor(root) {
    this.root = root;
    const require = createRequire(join(root, 'packages', 'operators', 'package.json'));
    /** @type {typeof import('rxjs')} the copy of RxJS that this work tree uses */
    this.rxjs = require('rxjs');
  }

  /** @returns {Promise<typeof import('@rxkube/operators')>} */
  get operators() {
    return this.#load('operators');
  }

  /** @returns {Promise<typeof import('@rxkube/protocol')>} */
  get protocol() {
    return this.#load('protocol');
  }

  /** @returns {Promise<typeof import('@rxkube/apiserver')>} */
  get apiserver() {
    return this.#load('apiserver');
  }

  /**
   * @param {string} name
   * @returns {Promise<any>}
   */
  #load(name) {
    return import(pathToFileURL(join(this.root, 'packages', name, 'src', 'index.ts')).href);
  }
}
