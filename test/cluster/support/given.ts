import { kubeconfig } from '@rxkube/undici';
import { inject } from 'vitest';

import { type Cluster, clusterAt } from './cluster.js';
import { type Access } from './control-plane.js';

/** Whether the control plane is ours, so that a scenario may do with it what it likes. */
export const isOurs = inject('given') !== undefined;

/** The cluster that the scenarios of all files share: ours, or that of the kubeconfig. */
export function sharedCluster(): Cluster {
  const given = inject('given');

  return clusterAt(given === undefined ? kubeconfig() : administrator(given.shared));
}

/** The binary of the control plane, where {@link isOurs}. */
export function binary(): string {
  return ours().binary;
}

/** The tokens of the users of the shared control plane, where {@link isOurs}. */
export function tokens(): Access['tokens'] {
  return ours().shared.tokens;
}

/** How the administrator comes to a control plane. */
export function administrator({ server, ca, tokens: { admin } }: Access) {
  return { server, ca, token: admin };
}

/** Whether the control plane, where {@link isOurs}, is the newest release, with all that only that one has. */
export const isNewest = inject('given')?.isNewest === true;

/** A file for the summary at the end of the run, if {@link isOurs}. */
export function report(): string {
  return ours().report;
}

function ours() {
  const given = inject('given');
  if (given === undefined) throw new Error('there is no control plane of ours');

  return given;
}
