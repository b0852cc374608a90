import { fileURLToPath } from 'node:url';

import { goProgram, goVersion } from '../../support/go-program.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Why the informer of client-go cannot be built here; `undefined` where it can. */
export const problem = goVersion(folder).problem;

/**
 * Builds the informer of client-go, or finds the one that was built before.
 *
 * @returns {Promise<string>} the path of the binary
 */
export function clientGo() {
  return goProgram({
    name: 'client-go',
    folder,
    flags: '-s -w',
    first: 'building the informer for the first time. It may take some minutes.',
    otherwise: '',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await clientGo());
