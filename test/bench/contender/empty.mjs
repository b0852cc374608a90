/** @import { Start } from './job.mjs' */

/**
 * A process that does nothing: what Node itself takes.
 *
 * @type {Readonly<Record<string, Start>>}
 */
export const variants = {
  empty: (_, progress) => {
    progress.whole();

    return { versions: undefined };
  },
};
