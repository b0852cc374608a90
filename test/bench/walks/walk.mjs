/**
 * One function of the packages, and how often it was called during a walk.
 *
 * @typedef {object} Calls
 * @property {string} file below `packages`, without `src`
 * @property {string} name `()` if it has none
 * @property {number} count
 */

/**
 * The result of one walk.
 *
 * @typedef {object} Walk
 * @property {string} title
 * @property {readonly Calls[]} calls
 * @property {readonly string[]} remarks
 */

/**
 * The file of a source as the walks print it, or undefined if it belongs to none of the packages.
 *
 * @param {string} url
 * @param {readonly string[]} packages
 * @returns {string | undefined}
 */
export function fileIn(url, packages) {
  const [, name = '', path = ''] = /\/packages\/([\w-]+)\/src\/(.+)$/u.exec(url) ?? [];

  return packages.includes(name) ? `${name}/${path}` : undefined;
}

/**
 * How often functions of these names were called: each alone, or all together under one title.
 *
 * @param {readonly Calls[]} calls
 * @param {readonly string[]} names
 * @param {string} [title]
 */
export function countsOf(calls, names, title) {
  const counts = names.map((name) =>
    calls.filter((each) => each.name === name).reduce((sum, each) => sum + each.count, 0),
  );
  if (title === undefined) return names.map((name, at) => `${name} ×${String(counts[at])}`);

  return [`${title} ×${String(counts.reduce((sum, count) => sum + count, 0))}`];
}
