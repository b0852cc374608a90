import { invalidArgument } from '@rxkube/protocol';

import { type Environment } from '../platform/environment.js';
import { programPath } from '../platform/program-path.js';
import { type ExecPlugin } from './exec-plugin.js';

/**
 * A program that a kubeconfig may run, and the variables that it may set for the program.
 *
 * @since 0.1.0
 */
export interface AllowedProgram {
  /** A name on the `PATH`, or a path. */
  readonly command: string;
  /** Names of environment variables, such as `AWS_PROFILE`. Default: none. */
  readonly env?: readonly string[] | undefined;
}

/**
 * The programs that a kubeconfig may run: all, none, or those of a list. A program in the list by its name gets no
 * variables from the kubeconfig, because a variable can make a program run other code. It gets all arguments.
 *
 * @since 0.1.0
 */
export type ExecPolicy = boolean | readonly (string | AllowedProgram)[];

/**
 * Refuses a program or a variable that is not allowed. An entry allows one file, not all files of that name: `./aws`
 * beside a kubeconfig is not the `aws` of the `PATH`.
 *
 * @throws ProtocolError `invalidArgument` for `exec`, which names the program or the variable.
 */
export function validateExecPolicy(
  policy: ExecPolicy,
  { command, env }: Pick<ExecPlugin, 'command' | 'env'>,
  platform: Environment,
): void {
  if (policy === true) return;
  const name = JSON.stringify(command);
  const entries = policy === false ? [] : entriesOf(policy);
  const path = programPath(command, platform);
  const entry = entries.find(
    (allowed) => path !== undefined && programPath(allowed.command, platform) === path,
  );
  if (entry === undefined) {
    throw invalidArgument(
      'exec',
      `the kubeconfig wants to run ${name}, and ${policy === false ? 'that is turned off' : 'the list does not have it, or it does not exist'}; ` +
        'pass `exec: true` if you trust the author of the kubeconfig, or a list of programs',
    );
  }
  const refused = Object.keys(env).find((variable) => entry.env?.includes(variable) !== true);
  if (refused === undefined) return;
  throw invalidArgument(
    'exec',
    `the kubeconfig sets the variable ${JSON.stringify(refused)} for ${name}, which is not allowed; ` +
      `pass { command: ${name}, env: [${JSON.stringify(refused)}] } if that variable is harmless`,
  );
}

/** Programs without types pass anything. */
function entriesOf(policy: unknown): readonly AllowedProgram[] {
  if (!Array.isArray(policy)) throw invalidPolicy();

  return policy.map((entry: unknown) => {
    if (typeof entry === 'string') return { command: entry };
    if (!isAllowedProgram(entry)) throw invalidPolicy();

    return entry;
  });
}

function isAllowedProgram(value: unknown): value is AllowedProgram {
  if (typeof value !== 'object' || value === null) return false;
  const { command, env = [] } = value as Partial<Record<string, unknown>>;

  return (
    typeof command === 'string' &&
    Array.isArray(env) &&
    env.every((name) => typeof name === 'string')
  );
}

function invalidPolicy(): Error {
  return invalidArgument(
    'exec',
    'must be true, false, or a list of programs, each a name or { command, env: [names] }',
  );
}

/**
 * Whether an error quotes what a plugin wrote to standard error: `'hide'`, or `'show'`.
 *
 * `'show'` quotes the last 4 KiB without control characters and without a mask. A plugin may write a token or a password
 * there, and the error may end up in a log.
 *
 * @since 0.1.0
 */
export type ExecStderr = 'hide' | 'show';

/** @throws ProtocolError `invalidArgument` for `execStderr`. Programs without types pass anything. */
export function validateExecStderr(option: unknown): void {
  if (option === 'hide' || option === 'show') return;
  throw invalidArgument('execStderr', "must be 'hide' or 'show'; leave it out to hide");
}
