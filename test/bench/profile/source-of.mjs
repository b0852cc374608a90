import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @import { CallFrame } from './groups-of.mjs' */

/** @type {Map<string, SourceMap | undefined>} */
const maps = new Map();

/**
 * The source of a function, such as `file:///…/operators/src/cache/cache.ts`, if its module has a source map.
 *
 * @param {CallFrame} frame
 * @returns {string} else the URL of the module
 */
export function sourceOf({ url, lineNumber, columnNumber }) {
  if (!url.startsWith('file:')) return url;
  if (!maps.has(url)) maps.set(url, mapOf(url));
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);

  return entry !== undefined && 'originalSource' in entry
    ? new URL(entry.originalSource, url).href
    : url;
}

/** @param {string} url */
function mapOf(url) {
  const path = `${fileURLToPath(url)}.map`;

  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}
