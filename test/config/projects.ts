import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { TestProjectConfiguration } from 'vitest/config';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const conditions = ['@rxkube/source'];

/** The properties of one suite. */
interface Suite {
  readonly include: string[];
  readonly exclude?: string[];
  /** Milliseconds of the longest test. */
  readonly timeout?: number;
  /** Whether the suite looks at the compiled packages. */
  readonly isBuilt?: boolean;
  /** Whether the specs share their modules, so that each module is evaluated once. */
  readonly isShared?: boolean;
  readonly env?: Record<string, string>;
  readonly plugins?: { name: string }[];
  readonly alias?: Record<string, string>;
}

/** Sources are tested as they are, without a build: the condition leads each package to its `src`. */
function project(name: string, suite: Suite): TestProjectConfiguration {
  const { include, exclude = [], timeout = 20_000, env = {}, plugins = [], alias = {} } = suite;

  return {
    root,
    plugins,
    ssr: { resolve: { conditions } },
    resolve: { conditions, alias },
    test: {
      name,
      root,
      include,
      exclude: ['**/node_modules/**', ...exclude],
      environment: 'node',
      env,
      isolate: suite.isShared !== true,
      globalSetup: suite.isBuilt === true ? ['test/config/build.mjs'] : [],
      expect: { requireAssertions: true },
      testTimeout: timeout,
      hookTimeout: Math.max(timeout, 10_000),
    },
  };
}

const unit = ['packages/*/src/**/*.spec.ts'];
/** The folders of `test` whose suites have a name of their own, or a configuration of their own. */
const named =
  'api|attacks|bench|browser|checks|cluster|docs|fences|http|jest|nodes|packed|peers|size|structure';
/** All other folders of `test`, so a new one needs no line here. */
const protocol = [`test/!(${named})/**/*.spec.ts`];
const http = ['test/http/**/*.spec.ts'];

/** The folder of another version of the official client, for its peers. */
const clientNode = process.env['RXKUBE_CLIENT_NODE'];

/** The suites of `npm test`. */
export const quick = [
  project('checks', { include: ['test/checks/*.spec.ts'], timeout: 600_000 }),
  project('unit', { include: unit, isShared: true }),
  project('protocol', { include: protocol, isShared: true }),
  project('http', { include: http, timeout: 30_000 }),
  project('peers', {
    include: ['test/peers/*.spec.ts'],
    timeout: 60_000,
    isBuilt: true,
    alias: clientNode === undefined ? {} : { '@kubernetes/client-node': clientNode },
  }),
  project('speed', { include: ['test/bench/*.spec.ts'], timeout: 240_000, isBuilt: true }),
  project('examples', {
    include: ['examples/**/*.spec.ts', 'test/fences/*.spec.ts'],
    timeout: 60_000,
    isBuilt: true,
  }),
  project('docs', { include: ['test/{docs,structure,size}/**/*.spec.ts'], timeout: 60_000 }),
  project('api', { include: ['test/api/**/*.spec.ts'], timeout: 60_000, isBuilt: true }),
];

/** Replaces the fast paths of JSON framing by the plain functions of the same names. */
const plainJson = {
  name: 'plain-json',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined): string | undefined {
    if (importer === undefined || !/^\.\.?\/(?:[\w/]+\/)?fast\/[\w-]+\.js$/u.test(source)) {
      return undefined;
    }

    return join(dirname(importer), source.replace('/fast/', '/plain/').replace(/js$/u, 'ts'));
  },
};

/** The suites that only `npm run test:all` adds. */
export const slow = [
  // The long search: the same properties, twenty times as many schedules.
  project('schedules', {
    include: ['test/properties/{convergence*,framing}.spec.ts', 'test/*/*-laws.spec.ts'],
    timeout: 60_000,
    env: { RXKUBE_SCHEDULES: process.env['RXKUBE_SCHEDULES'] ?? '10000' },
  }),
  project('plain-json', {
    include: [...unit, ...protocol, ...http],
    // These specs compare the fast paths with the plain functions, so they need both.
    exclude: ['packages/protocol/src/json/fast/*.spec.ts'],
    timeout: 30_000,
    plugins: [plainJson],
  }),
  project('browser', { include: ['test/browser/*.spec.ts'], timeout: 30_000 }),
  project('packed', { include: ['test/packed/**/*.spec.ts'], timeout: 300_000, isBuilt: true }),
  project('attacks', { include: ['test/attacks/*.spec.ts'], timeout: 30_000 }),
  project('jest', { include: ['test/jest/*.spec.ts'], timeout: 300_000 }),
  project('nodes', { include: ['test/nodes/*.spec.ts'], timeout: 900_000, isBuilt: true }),
  project('soak', { include: ['test/soak/soak.check.ts'], timeout: 600_000, isBuilt: true }),
];

/** The suites that need more than Node. Run one by its name. */
export const apart = [
  project('client-go', { include: ['test/peers/client-go/*.spec.ts'], timeout: 120_000 }),
];
