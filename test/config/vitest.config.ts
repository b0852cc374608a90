import { fileURLToPath } from 'node:url';

import { type TestProjectConfiguration, defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const conditions = ['@rxkube/source'];

/** Sources are tested as they are, without a build: the condition leads each package to its `src`. */
function project(
  name: string,
  include: string[],
  timeout = 20_000,
  env: Record<string, string> = {},
): TestProjectConfiguration {
  return {
    root,
    ssr: { resolve: { conditions } },
    resolve: { conditions },
    test: {
      name,
      root,
      include,
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
      project('protocol', ['test/{support,laws,marbles,mutants,properties,soak}/**/*.spec.ts']),
      // The long search: the same properties, twenty times as many schedules.
      project('schedules', ['test/properties/{convergence*,framing}.spec.ts'], 60_000, {
        RXKUBE_SCHEDULES: process.env['RXKUBE_SCHEDULES'] ?? '10000',
      }),
      project('http', ['test/http/**/*.spec.ts'], 30_000),
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
