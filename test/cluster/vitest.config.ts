import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const conditions = ['@rxkube/source'];

/** A configuration of its own, so that other suites run without a control plane. */
export default defineConfig({
  root,
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    name: 'cluster',
    root,
    include: ['test/cluster/**/*.spec.ts'],
    environment: 'node',
    globalSetup: ['test/cluster/support/global-setup.ts'],
    // The scenarios wait more than they work, and each worker has at most one control plane of its own.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { requireAssertions: true },
    update: 'none',
  },
});
