import { join } from 'node:path';

import { cache } from './root.mjs';
import { build } from './set-up.mjs';
import { tool } from './tools.mjs';

/**
 * One check of `npm test`. Its name is also the name of a script.
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} job what it proves, in a few words
 * @property {() => Promise<void>} [work] rejects if the check fails; or else:
 * @property {readonly string[]} [command]
 * @property {readonly string[]} [update] the command that mends what it finds, where a program can
 * @property {string} [results] where vitest writes its results; without it the stage counts as one check
 * @property {boolean} [built] whether it looks at the compiled packages
 * @property {boolean} [early] whether it begins with the first stage, since it keeps one core busy for long
 * @property {boolean} [slow] whether only `test:all` runs it
 * @property {boolean} [apart] whether it runs only where it is named, since it needs more than Node
 */

const prettier = [...tool('prettier'), '--log-level', 'warn'];
const eslint = [...tool('eslint'), '--config', 'test/config/eslint.config.js', '--max-warnings=0'];
const knip = [...tool('knip'), '--config', 'test/config/knip.json', '--no-progress'];
const vitest = [...tool('vitest'), 'run', '--config'];
const projects = [...vitest, 'test/config/vitest.config.ts'];

/**
 * In the order of the run: what is quick and often wrong comes first.
 *
 * @type {readonly Stage[]}
 */
export const stages = [
  {
    name: 'format:check',
    job: 'every file is laid out by Prettier',
    command: [...prettier, '--check', '.'],
    update: [...prettier, '--write', '.'],
  },
  { name: 'build', job: 'packages and examples compile', work: build },
  {
    name: 'types',
    job: 'every file type checks, specs and tests of types too',
    command: [process.execPath, 'test/config/types.mjs'],
  },
  {
    name: 'lint',
    job: 'every file keeps the rules of the house',
    command: [...eslint, '.'],
    early: true,
    update: [...eslint, '--fix', '.'],
  },
  { name: 'unused', job: 'no file, export or dependency is unused', command: knip },
  suite('unit', 'each file of the packages does its job'),
  suite('protocol', 'laws, stories and properties hold on virtual time'),
  suite('http', 'transports and servers work over real sockets'),
  suite('browser', 'pages in Chromium watch over fetch', { slow: true }),
  suite('peers', 'clients of other makes stay in step with the server', { built: true }),
  suite('speed', 'the bench runs, and its contenders end in the right state', { built: true }),
  suite('examples', 'every example runs', { built: true }),
  suite('docs', 'documents, structure and bundle sizes are as agreed'),
  suite('api', 'public names, reports and manifests are as agreed', {
    built: true,
    update: [...projects, '--project=api', '--update'],
  }),
  suite('schedules', '10,000 schedules of writes and faults converge', { slow: true }),
  {
    ...suite('plain-json', 'nothing depends on the fast paths of JSON framing', { slow: true }),
    command: reporting('plain-json', [
      ...vitest,
      'test/config/plain-json.config.ts',
      '--project=unit',
      '--project=protocol',
      '--project=http',
    ]),
  },
  suite('packed', 'the tarballs work where they are installed', { built: true, slow: true }),
  {
    name: 'soak',
    job: 'nothing piles up while subscriptions come and go and the server is never well',
    command: [process.execPath, '--expose-gc', 'test/soak/main.mjs', '--minutes', '3'],
    built: true,
    slow: true,
  },
  suite('client-go', 'so does the informer of client-go', { apart: true }),
  {
    ...suite('cluster', 'the pipe works on a real kube-apiserver', { apart: true }),
    command: reporting('cluster', [process.execPath, 'test/cluster/run.mjs']),
  },
];

/**
 * A stage that runs one project of vitest.
 *
 * @param {string} name
 * @param {string} job
 * @param {Partial<Stage>} more
 * @returns {Stage}
 */
function suite(name, job, more = {}) {
  return {
    name,
    job,
    command: reporting(name, [...projects, `--project=${name}`]),
    results: resultsOf(name),
    ...more,
  };
}

/**
 * @param {string} name
 * @param {readonly string[]} command
 * @returns {readonly string[]} the command, with its results written where they can be counted
 */
function reporting(name, command) {
  return [
    ...command,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultsOf(name)}`,
  ];
}

/** @param {string} name */
function resultsOf(name) {
  return join(cache, `${name}.json`);
}
