import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const conditions = ['@rxkube/source'];

/** Sources are tested as they are, without a build: the condition leads each package to its `src`. */
function project(name: string, include: readonly string[], more: object = {}): object {
  return {
    root,
    ssr: { resolve: { conditions } },
    resolve: { conditions },
    test: { name, root, include: [...include], environment: 'node', ...more },
  };
}

export default defineConfig({
  root,
  test: {
    expect: { requireAssertions: true },
    projects: [
      project('unit', ['packages/*/src/**/*.spec.ts']),
      project('protocol', ['test/{laws,marbles,properties}/**/*.spec.ts']),
      project('http', ['test/http/**/*.spec.ts'], { testTimeout: 30_000, hookTimeout: 30_000 }),
      project('examples', ['examples/**/*.spec.ts'], { testTimeout: 60_000 }),
    ],
  },
});
