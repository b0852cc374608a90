// The exceptions to the rules about the structure of the sources, each with its reason. There are at most five.
/** Files of more than 300 lines. */
export const longFiles = [
  // The four errors with their fields and guards: code that handles one of them reads about all four.
  'packages/protocol/src/errors/errors.ts',
  // The front door names each export of the packages behind it, one a line, once for Node and once for browsers.
  'packages/rxkube/src/browser.ts',
  'packages/rxkube/src/index.ts',
];

/** Files with a function of more than 80 lines. */
export const longFunctions = [
  // The server and the pool are closures over one state, and each of their parts changes it.
  'packages/apiserver/src/api-server.ts',
  'packages/undici/src/connections/http2-pool.ts',
];

/**
 * Folders of more than 16 files.
 *
 * @type {readonly string[]}
 */
export const largeFolders = [];

/**
 * Files that import one another.
 *
 * @type {readonly string[]}
 */
export const fileCycles = [];

/**
 * Folders that import one another.
 *
 * @type {readonly string[]}
 */
export const folderCycles = [];

/**
 * Packages whose cycles and folders are still being put in order.
 *
 * @type {readonly string[]}
 */
export const unfinished = [];
