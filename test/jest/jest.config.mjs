import { fileURLToPath } from 'node:url';

/** @param {string} name */
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Runs the specs of the operators as they are, in Jest and in a page of jsdom. */
export default {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  testEnvironment: 'jsdom',
  testEnvironmentOptions: { customExportConditions: ['@rxkube/source', 'require', 'node'] },
  testMatch: [
    '<rootDir>/packages/{protocol,snapshots,operators}/src/**/*.spec.ts',
    '<rootDir>/test/jest/*.jest.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/'],
  // A program adds what jsdom lacks where it wants, and not before everything else.
  setupFilesAfterEnv: [here('missing-in-jsdom.mjs')],
  moduleNameMapper: {
    '^vitest$': here('vitest-in-jest.ts'),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  transform: { '\\.(ts|mjs)$': here('transform.mjs') },
  transformIgnorePatterns: ['/node_modules/'],
  watchman: false,
};
