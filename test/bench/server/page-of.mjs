/** @import { Page } from './formats/format.mjs' */

/**
 * Which page a query asks for.
 *
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function pageOf(query) {
  const from = Number(query.get('continue') ?? 0);
  // A list that may come from the cache has all objects, whatever the limit.
  const limit = query.get('resourceVersion') === '0' ? 0 : Number(query.get('limit') ?? 0);

  return { from, limit };
}
