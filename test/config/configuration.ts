import { availableParallelism } from 'node:os';

import { type TestProjectConfiguration, type ViteUserConfig, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { root } from './projects.js';
import { SumReporter } from './reporter.js';

/** The specs that take longest, which begin first. */
const LONG = ['checks/lint', 'checks/types', 'bench/', 'mutants/', 'properties/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);

    // Neighbours of one project share a worker.
    return sorted.sort(
      (one, other) => rank(one) - rank(other) || one.project.name.localeCompare(other.project.name),
    );
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((part) => moduleId.includes(part));

  return found === -1 ? LONG.length : found;
}

export function configuration(projects: TestProjectConfiguration[]): ViteUserConfig {
  return defineConfig({
    root,
    test: {
      update: 'none',
      projects,
      maxWorkers: Math.max(2, availableParallelism()),
      sequence: { sequencer: LongestFirst },
      reporters: ['default', new SumReporter()],
    },
  });
}
