import { fileURLToPath } from 'node:url';

import { MODES } from '../contender/rxkube-modes.mjs';
import { programs } from './programs.mjs';

/** @import { Job } from '../contender/job.mjs' */

/**
 * A program that keeps a copy of a collection.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} about
 * @property {'floor' | 'rxkube' | 'peer'} family
 * @property {'listed' | 'watched'} [ends] the last mark that it can reach, where that is not the last of all
 * @property {(job: Job) => readonly string[]} command
 * @property {() => Promise<string | undefined>} [setUp] makes it ready; resolves to why it cannot take part
 */

const MAIN = fileURLToPath(new URL('../contender/main.mjs', import.meta.url));

/** @type {readonly Contender[]} */
export const contenders = [
  {
    ...ours('empty', 'floor', 'a process that does nothing', './empty.mjs', 'empty'),
    ends: 'listed',
  },
  {
    ...ours('drain', 'floor', 'takes the bytes and looks at none', './floor.mjs', 'drain'),
    ends: 'watched',
  },
  ours('floor', 'floor', 'JSON.parse of each line, Map.set', './floor.mjs', 'plain'),
  ours('floor-whole', 'floor', 'the same, the list in one piece', './floor.mjs', 'whole'),
  ours('floor-omit', 'floor', 'the same, managedFields cut first', './floor.mjs', 'omit'),
  ...MODES.map(({ name, about }) => ours(`rxkube-${name}`, 'rxkube', about, './rxkube.mjs', name)),
  {
    ...ours('client-node', 'peer', '', '../peers/node/client-node.mjs', 'informer'),
    about: '@kubernetes/client-node 1.4.0, its informer',
    setUp: programs.node,
  },
  {
    ...ours('fluent-client', 'peer', '', '../peers/node/kubernetes-fluent-client.mjs', 'watch'),
    about: 'kubernetes-fluent-client 3.11.6, its Watch',
    setUp: programs.node,
  },
  ...['json', 'protobuf', 'metadata'].map((mode) => other('client-go', 'Reflector', mode)),
  ...['json', 'metadata'].map((mode) => other('kube-rs', 'watcher', mode)),
];

/**
 * @param {string} name
 * @param {Contender['family']} family
 * @param {string} about
 * @param {string} module
 * @param {string} variant
 * @returns {Contender}
 */
function ours(name, family, about, module, variant) {
  return {
    name,
    family,
    about,
    command: (job) => [process.execPath, '--expose-gc', MAIN, module, variant, JSON.stringify(job)],
  };
}

/**
 * @param {'client-go' | 'kube-rs'} maker
 * @param {string} what
 * @param {string} mode
 * @returns {Contender}
 */
function other(maker, what, mode) {
  /** @type {string | undefined} */
  let binary;

  return {
    name: `${maker}-${mode}`,
    family: 'peer',
    about: `${maker}'s ${what}, ${mode}`,
    command: ({ url, sentinel }) => [binary ?? '', url, sentinel.replace('default/', ''), mode],
    setUp: async () => {
      const built = await programs[maker]();
      binary = built.path;

      return built.problem;
    },
  };
}
