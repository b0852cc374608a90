import { invalidArgument } from '@rxkube/protocol';

import { type Environment } from '../platform/environment.js';
import { programPath } from '../platform/program-path.js';

/**
 * Which programs a kubeconfig may run: all, none, or those of a list, each a name on the `PATH` or a path.
 *
 * @since 0.1.0
 */
export type ExecPolicy = boolean | readonly string[];

/**
 * Refuses a program that may not run. One of the list is the same program, not just one of the same name: `./aws`
 * beside a kubeconfig is not the `aws` of the `PATH`.
 *
 * @throws ProtocolError `invalidArgument`
 */
export function checkExecPolicy(policy: ExecPolicy, command: string, env: Environment): void {
  if (policy === true) return;
  const given: unknown = policy;
  if (given !== false && !Array.isArray(given)) {
    throw invalidArgument('exec', 'is neither true, nor false, nor a list of programs');
  }
  const path = programPath(command, env);
  const listed =
    policy !== false &&
    path !== undefined &&
    policy.some((allowed) => programPath(allowed, env) === path);
  if (listed) return;
  throw invalidArgument(
    'exec',
    `the kubeconfig wants to run ${JSON.stringify(command)}, and ${policy === false ? 'that is turned off' : 'it is not in the list of those that may, or not there'}; ` +
      'pass `exec: true` if you trust who wrote it, or a list of programs',
  );
}
