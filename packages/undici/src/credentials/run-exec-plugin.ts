import { isatty } from 'node:tty';

import { TransportError } from '@rxkube/protocol';
import { type Observable, defer, map, throwError, timeout } from 'rxjs';

import { type Environment } from '../platform/environment.js';
import { type ExecAnswer, execAnswer } from './printed-credential.js';
import { type ExecPlugin } from './exec-plugin.js';
import { programPath } from '../platform/program-path.js';
import { type ProgramEnd, runProgram } from './run-program.js';
import { withoutSecrets } from './without-secrets.js';

/** Bytes of a credential; a chain of certificates has some 10 KiB. */
const MAX_OUTPUT = 1024 * 1024;

/** What surrounds a credential plugin. */
export interface RunExecPluginOptions {
  readonly env: Environment;
  /** Milliseconds that it may take. */
  readonly within: number;
  /** Somebody sits at a terminal. Default: asked of the platform. */
  readonly terminal?: boolean | undefined;
}

/**
 * Runs a credential plugin once, as `kubectl` does, and gives what it printed.
 *
 * - Unsubscribing ends the program, and so does the limit of time.
 * - Errors are `TransportError`s of the phase `credentials`: they name the command and how it ended, with its last
 *   words and the hint of the kubeconfig; never its arguments, nor what it printed.
 */
export function runExecPlugin(
  plugin: ExecPlugin,
  options: RunExecPluginOptions,
): Observable<ExecAnswer> {
  const { env, within, terminal = isatty(0) } = options;

  return defer(() => {
    const interactive = isInteractive(plugin, terminal);
    const { command } = plugin;

    return runProgram({
      // `kubectl` looks the name up before it adds the plugin's own environment.
      command: programPath(command, env) ?? command,
      args: plugin.args,
      env: { ...env, ...plugin.env, KUBERNETES_EXEC_INFO: execInfo(plugin, interactive) },
      interactive,
      maxOutput: MAX_OUTPUT,
    });
  }).pipe(
    timeout({
      first: within,
      with: () =>
        throwError(() => failure(plugin, `did not end within ${String(within)} ms`, 'ETIMEDOUT')),
    }),
    map((end) => answerIn(plugin, end)),
  );
}

function isInteractive({ interactiveMode, command }: ExecPlugin, terminal: boolean): boolean {
  if (interactiveMode === 'Never') return false;
  if (terminal) return true;
  if (interactiveMode === 'IfAvailable') return false;
  throw new TransportError({
    phase: 'credentials',
    problem: `the credential plugin ${command} asks questions, and there is no terminal; run it in one, or take another way to log in`,
  });
}

/** What a plugin reads. https://kubernetes.io/docs/reference/config-api/client-authentication.v1/ */
function execInfo({ apiVersion, cluster }: ExecPlugin, interactive: boolean): string {
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion,
    spec: { interactive, ...(cluster !== undefined && { cluster }) },
  });
}

function answerIn(plugin: ExecPlugin, end: ProgramEnd): ExecAnswer {
  switch (end._tag) {
    case 'NotStarted':
      throw failure(plugin, 'cannot be started', end.code, plugin.installHint);
    case 'TooMuch':
      throw failure(plugin, `printed more than ${String(MAX_OUTPUT)} bytes`);
    case 'Ended': {
      const said = withoutSecrets(end.stderr, secretsOf(plugin, end.stdout));
      if (end.code !== 0) throw failure(plugin, `ended with ${String(end.code)}`, undefined, said);
      const answer = execAnswer(end.stdout, plugin.apiVersion);
      if (typeof answer === 'string') throw failure(plugin, answer, undefined, said);

      return answer;
    }
  }
}

/** Values of which a plugin may speak that are nobody's business: its environment, its arguments, its answer. */
function secretsOf({ env, args }: ExecPlugin, stdout: string): readonly string[] {
  return [
    ...Object.values(env),
    ...args.flatMap((arg, index) => {
      const value = /^-[^=]*=(?<value>.*)$/su.exec(arg)?.groups?.['value'];
      // Of any option, such as `-p`; what stands before the first one are the names of commands.
      const follows = !arg.startsWith('-') && (args[index - 1] ?? '').startsWith('-');

      return [...(value === undefined ? [] : [value]), ...(follows ? [arg] : [])];
    }),
    // What is no JSON may be a credential all the same.
    ...(stdout.trimStart().startsWith('{') ? [] : stdout.split('\n').map((line) => line.trim())),
    ...[...stdout.matchAll(/"(?:token|client\w+Data)"\s*:\s*"(?<value>[^"]+)"/gu)].map(
      ({ groups }) => groups?.['value'] ?? '',
    ),
  ];
}

function failure(plugin: ExecPlugin, what: string, code?: string, more?: string): TransportError {
  const { command } = plugin;

  return new TransportError({
    phase: 'credentials',
    code,
    problem: `the credential plugin ${command} ${what}${more === undefined || more === '' ? '' : `: ${more}`}`,
  });
}
