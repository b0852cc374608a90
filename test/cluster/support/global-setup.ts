import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type TestProject } from 'vitest/node';

import { controlPlane, newest } from '../control-plane/build.mjs';
import { type Access, type ControlPlane, startControlPlane } from './control-plane.js';

/** The clusters for the tests. */
export interface Given {
  /** Builds control planes, for scenarios that need one to themselves. */
  readonly binary: string;
  /** The control plane that the other scenarios share. */
  readonly shared: Access;
  /** Whether it is the release that the suite is about. */
  readonly isNewest: boolean;
  /** A file whose text is the last that a run says. */
  readonly report: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** `undefined`: there is only the cluster of the kubeconfig. */
    readonly given: Given | undefined;
  }
}

let plane: ControlPlane | undefined;
let directory: string | undefined;

/**
 * Builds and starts the control plane, unless RXKUBE_CLUSTER is `kubeconfig`. That has to be said: a KUBECONFIG alone
 * is set on many machines, and leads to clusters that tests have no business in.
 */
export async function setup(project: TestProject): Promise<void> {
  const { RXKUBE_CLUSTER, RXKUBE_CLUSTER_RELEASE } = process.env;
  if (RXKUBE_CLUSTER === 'kubeconfig') {
    project.provide('given', undefined);

    return;
  }
  const binary = await controlPlane(RXKUBE_CLUSTER_RELEASE);
  plane = await startControlPlane(binary);
  directory = await mkdtemp(join(tmpdir(), 'rxkube-report-'));
  project.provide('given', {
    binary,
    shared: plane.access,
    isNewest: (RXKUBE_CLUSTER_RELEASE ?? newest) === newest,
    report: join(directory, 'report.txt'),
  });
}

export async function teardown(): Promise<void> {
  await plane?.close();
  if (directory === undefined) return;
  // A run of some files only may have nothing to say.
  process.stdout.write(await readFile(join(directory, 'report.txt'), 'utf8').catch(() => ''));
  await rm(directory, { recursive: true });
}
