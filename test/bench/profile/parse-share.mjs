import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @import { ProfileNode } from './groups-of.mjs' */

/** Which lines of a file call JSON.parse. @type {Map<string, readonly boolean[]>} */
const known = new Map();

/**
 * The share of a function's own time that was spent in lines that call `JSON.parse`.
 *
 * @param {ProfileNode} node
 */
export function parseShare({ callFrame: { url }, positionTicks = [] }) {
  if (!url.startsWith('file:')) return 0;
  let lines = known.get(url);
  if (lines === undefined) {
    const text = readFileSync(fileURLToPath(url), 'utf8');
    lines = text.split('\n').map((line) => line.includes('JSON.parse('));
    known.set(url, lines);
  }
  let all = 0;
  let parsing = 0;
  for (const { line, ticks } of positionTicks) {
    all += ticks;
    if (lines[line - 1] === true) parsing += ticks;
  }

  return all === 0 ? 0 : parsing / all;
}
