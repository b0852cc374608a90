import { textFormat } from './text-format.mjs';

/** @import { History } from '../../payload/history.mjs' */
/** @import { Kind } from '../../payload/kind.mjs' */
/** @import { Format } from './format.mjs' */

/**
 * Objects in full.
 *
 * @param {Kind} kind
 * @param {History} whole
 * @returns {Format}
 */
export function jsonOf({ kind, apiVersion }, whole) {
  const same = (/** @type {string} */ text) => text;

  return textFormat(whole, {
    type: 'application/json',
    list: `"kind":"${kind}List","apiVersion":"${apiVersion}"`,
    item: same,
    frame: same,
    bookmark: (resourceVersion) =>
      JSON.stringify({ kind, apiVersion, metadata: { resourceVersion } }),
  });
}
