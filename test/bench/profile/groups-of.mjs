import { parseShare } from './parse-share.mjs';
import { sourceOf } from './source-of.mjs';

/**
 * The output of Node's profiler.
 *
 * @typedef {object} CpuProfile
 * @property {readonly ProfileNode[]} nodes
 * @property {readonly number[]} samples
 * @property {readonly number[]} timeDeltas microseconds
 */

/** @typedef {{ readonly id: number, readonly callFrame: CallFrame, readonly positionTicks?: readonly Ticks[] }} ProfileNode */

/** @typedef {{ readonly functionName: string, readonly url: string, readonly lineNumber: number, readonly columnNumber: number }} CallFrame */

/** @typedef {{ readonly line: number, readonly ticks: number }} Ticks how often a line was found running */

/** @typedef {{ readonly name: string, readonly ms: number, readonly share: number }} Part */

/**
 * In the order in which they are asked; what is not the program's own waiting counts.
 *
 * @type {readonly (readonly [string, (frame: CallFrame) => boolean])[]}
 */
const GROUPS = [
  ['waiting', ({ functionName }) => functionName === '(idle)'],
  ['garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
  [
    'bytes to text',
    ({ functionName }) =>
      /^(utf8Slice|latin1Slice|toString|decode|decodeUTF8)$/u.test(functionName),
  ],
  ['bench', ({ url }) => url.includes('/test/bench/')],
  ['cache and snapshots', ({ url }) => url.includes('/operators/src/cache/')],
  ['framing and decoding', ({ url }) => /\/(operators\/src\/decoding|protocol\/src)\//u.test(url)],
  ['operators, the rest', ({ url }) => url.includes('/operators/src/')],
  ['rxjs', ({ url }) => url.includes('/rxjs/')],
  ['io-ts, fp-ts', ({ url }) => /\/(io|fp)-ts\//u.test(url)],
  ['loading modules', ({ url }) => url.startsWith('node:internal/modules/')],
  ['transport, sockets', ({ url }) => /\/undici\/|^node:/u.test(url)],
  ['the engine and its libraries', ({ url }) => url === ''],
  ['the rest', () => true],
];

/**
 * The time of a profile by group and by function, without waiting.
 *
 * @param {CpuProfile} profile
 * @returns {{ readonly groups: readonly Part[], readonly functions: readonly Part[] }}
 */
export function groupsOf({ nodes, samples, timeDeltas }) {
  /** @type {Map<number, number>} */
  const times = new Map();
  samples.forEach((id, at) => {
    times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[at] ?? 0) / 1_000);
  });
  /** @type {Map<string, number>} */
  const groups = new Map();
  /** @type {Map<string, number>} */
  const functions = new Map();
  const add = (
    /** @type {Map<string, number>} */ to,
    /** @type {string} */ name,
    /** @type {number} */ ms,
  ) => to.set(name, (to.get(name) ?? 0) + ms);

  for (const node of nodes) {
    const ms = times.get(node.id) ?? 0;
    const { functionName } = node.callFrame;
    const url = sourceOf(node.callFrame);
    const group = GROUPS.find(([, isOf]) => isOf({ ...node.callFrame, url }))?.[0] ?? '';
    if (ms === 0 || group === 'waiting') continue;
    // The profiler counts JSON.parse for the function that calls it.
    const parsing = ms * parseShare(node);
    add(groups, 'JSON.parse, with its text', parsing);
    add(groups, group, ms - parsing);
    add(functions, `${functionName || '(anonymous)'} ${url.split('/').at(-1) ?? ''}`.trim(), ms);
  }
  const whole = [...groups.values()].reduce((sum, ms) => sum + ms, 0);
  const parts = (/** @type {Map<string, number>} */ times) =>
    Array.from(times, ([name, ms]) => ({ name, ms, share: ms / whole })).sort(
      (one, other) => other.ms - one.ms,
    );

  return { groups: parts(groups), functions: parts(functions) };
}
