import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { type Environment } from '../platform/environment.js';

/**
 * The kubeconfig files that `kubectl` would read, in their order: those of the list in `KUBECONFIG` that
 * exist, or `~/.kube/config`.
 */
export function kubeconfigFiles(env: Environment): readonly string[] {
  const { KUBECONFIG: list, HOME: home } = env;
  const named = (list ?? '').split(delimiter).filter((path) => path !== '');
  const paths = named.length > 0 ? named : [join(home ?? homedir(), '.kube', 'config')];

  return [...new Set(paths)].filter((path) => existsSync(path));
}
