import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { goProgram } from '../../support/go-program.mjs';

/** The release that the suite is about, as the name of its folder. */
export const newest = 'v1.37';

/**
 * Builds the control plane, or finds the one that was built before.
 *
 * @param {string} release the folder of a release
 * @param {(line: string) => void} tell
 * @returns {Promise<string>} the path of the binary
 */
export function controlPlane(release = newest, tell = console.log) {
  const folder = fileURLToPath(new URL(release, import.meta.url));
  const version = kubernetesVersion(folder);

  return goProgram(
    {
      name: `control-plane-${release}`,
      folder,
      flags: flags(version),
      first: `building Kubernetes ${version} for the first time. It may take a quarter of an hour.`,
      otherwise:
        ', or let the suite run on the cluster of your kubeconfig with RXKUBE_CLUSTER=kubeconfig',
    },
    tell,
  );
}

/** @param {string} folder */
function kubernetesVersion(folder) {
  const [, version = ''] =
    /^\tk8s\.io\/kubernetes (v\S+)$/mu.exec(readFileSync(join(folder, 'go.mod'), 'utf8')) ?? [];

  return version;
}

/** Linker flags for the version in `/version`, without debug information. @param {string} version */
function flags(version) {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/u.exec(version) ?? [];
  const stamp = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'archive' };

  return [
    '-s -w',
    ...Object.entries(stamp).map(
      ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
    ),
  ].join(' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await controlPlane(process.argv[2]));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
