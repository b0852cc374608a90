import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type TestProjectConfiguration, defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const conditions = ['@rxkube/source'];

/**
 * With `RXKUBE_JSON=plain` the fast paths of JSON framing are replaced by the plain functions of the same names, to see
 * that nothing depends on the fast ones.
 */
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
const isPlain = process.env['RXKUBE_JSON'] === 'plain';
const plugins = isPlain ? [plainJson] : [];
/** These specs compare the fast paths with the plain functions, so they need both. */
const exclude = isPlain
  ? ['**/node_modules/**', 'packages/protocol/src/json/fast/*.spec.ts']
  : undefined;

/** Sources are tested as they are, without a build: the condition leads each package to its `src`. */
function project(
  name: string,
  include: string[],
  timeout = 20_000,
  env: Record<string, string> = {},
): TestProjectConfiguration {
  return {
    root,
    plugins,
    ssr: { resolve: { conditions } },
    resolve: { conditions },
    test: {
      name,
      root,
      include,
      ...(exclude !== undefined && { exclude }),
      environment: 'node',
      env,
      expect: { requireAssertions: true },
      testTimeout: timeout,
      hookTimeout: Math.max(timeout, 10_000),
    },
  };
}

export default defineConfig({
  root,
  test: {
    update: 'none',
    projects: [
      project('unit', ['packages/*/src/**/*.spec.ts']),
      project('protocol', [
        'test/{support,laws,marbles,mutants,properties,soak,views}/**/*.spec.ts',
      ]),
      // The long search: the same properties, twenty times as many schedules.
      project('schedules', ['test/properties/{convergence*,framing}.spec.ts'], 60_000, {
        RXKUBE_SCHEDULES: process.env['RXKUBE_SCHEDULES'] ?? '10000',
      }),
      project('http', ['test/http/**/*.spec.ts'], 30_000),
      project('browser', ['test/browser/*.spec.ts'], 30_000),
      project('peers', ['test/peers/*.spec.ts'], 60_000),
      project('client-go', ['test/peers/client-go/*.spec.ts'], 120_000),
      project('speed', ['test/bench/*.spec.ts'], 240_000),
      project('examples', ['examples/**/*.spec.ts'], 60_000),
      project('docs', ['test/{docs,structure,size}/**/*.spec.ts'], 60_000),
      project('api', ['test/api/**/*.spec.ts'], 60_000),
      project('packed', ['test/packed/**/*.spec.ts'], 300_000),
    ],
  },
});
