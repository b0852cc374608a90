import { isatty } from 'node:tty';

import { TransportError } from '@rxkube/protocol';
import { type Observable, defer, map, of, throwError, timeout } from 'rxjs';

import { type Environment } from '../platform/environment.js';
import { programPath } from '../platform/program-path.js';
import { type ExecPlugin } from './exec-plugin.js';
import { type ExecStderr } from './exec-policy.js';
import { type PrintedCredential, readPrintedCredential } from './printed-credential.js';
import { type ProgramEnd, runProgram } from './run-program.js';

/** Largest output in bytes; a chain of certificates has some 10 KiB. */
const MAX_OUTPUT = 1024 * 1024;

/** Bytes of standard error that an error quotes: the last ones, because programs say last why they fail. */
const QUOTED_STDERR = 4 * 1024;

// eslint-disable-next-line no-control-regex -- terminals take them for commands
const CONTROL = /\u001b\[[\d;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/** Options of {@link runExecPlugin}. */
export interface RunExecPluginOptions {
  readonly env: Environment;
  /** Milliseconds that a run may take. */
  readonly within: number;
  /** Default `'hide'`. */
  readonly stderr?: ExecStderr | undefined;
  /** Whether a user sits at a terminal. Default: asked of the platform. */
  readonly terminal?: boolean | undefined;
}

/**
 * Runs a credential plugin once, as `kubectl` does, and emits the credential that it printed.
 *
 * - Unsubscribing ends the program, and so does the limit of time.
 * - Errors are `TransportError`s of the phase `credentials`. They name the program, its exit code, and how to find out
 *   more. They quote neither its arguments nor its output.
 */
export function runExecPlugin(
  plugin: ExecPlugin,
  options: RunExecPluginOptions,
): Observable<PrintedCredential> {
  const { env, within, stderr = 'hide', terminal = isatty(0) } = options;

  return defer(() => {
    const interactive = isInteractive(plugin, terminal);
    // `kubectl` looks the name up before it adds the variables of the plugin.
    const file = programPath(plugin.command, env);
    if (file === undefined) return of<ProgramEnd>({ _tag: 'NotStarted', code: 'ENOENT' });

    return runProgram({
      file,
      args: plugin.args,
      env: { ...env, ...plugin.env, KUBERNETES_EXEC_INFO: execInfo(plugin, interactive) },
      interactive,
      maxOutput: MAX_OUTPUT,
      keptStderr: stderr === 'show' ? QUOTED_STDERR : 0,
    });
  }).pipe(
    timeout({
      first: within,
      with: () =>
        throwError(() => failure(plugin, `did not end within ${String(within)} ms`, 'ETIMEDOUT')),
    }),
    map((end) => credentialIn(plugin, end, stderr)),
  );
}

function isInteractive({ interactiveMode, command }: ExecPlugin, terminal: boolean): boolean {
  if (interactiveMode === 'Never') return false;
  if (terminal) return true;
  if (interactiveMode === 'IfAvailable') return false;
  throw new TransportError({
    phase: 'credentials',
    problem: `the credential plugin ${command} asks questions, and there is no terminal; run your program in one, or log in another way`,
  });
}

/** The input of a plugin. https://kubernetes.io/docs/reference/config-api/client-authentication.v1/ */
function execInfo({ apiVersion, cluster }: ExecPlugin, interactive: boolean): string {
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion,
    spec: { interactive, ...(cluster !== undefined && { cluster }) },
  });
}

function credentialIn(plugin: ExecPlugin, end: ProgramEnd, option: ExecStderr): PrintedCredential {
  switch (end._tag) {
    case 'NotStarted': {
      const { installHint = 'install it, or correct the PATH' } = plugin;
      throw failure(plugin, `cannot be started: ${installHint}`, end.code);
    }
    case 'TooMuch':
      throw failure(plugin, `printed more than ${String(MAX_OUTPUT)} bytes`);
    case 'Ended': {
      if (end.code !== 0) throw runFailure(plugin, exitOf(end.code), end.stderr, option);
      const credential = readPrintedCredential(end.stdout, plugin.apiVersion);
      if (typeof credential === 'string') throw runFailure(plugin, credential, end.stderr, option);

      return credential;
    }
  }
}

function exitOf(code: number | string): string {
  return typeof code === 'number' ? `ended with exit code ${String(code)}` : `was ended by ${code}`;
}

/** The failure of a run: how to run the plugin by hand, and what it wrote to standard error or how to see that. */
function runFailure(
  plugin: ExecPlugin,
  what: string,
  stderr: string,
  option: ExecStderr,
): TransportError {
  const hint = `run \`${plugin.command}\` by hand, with the arguments and variables of the kubeconfig`;
  const quoted = stderr.replace(CONTROL, '').trim();
  const more =
    option === 'show'
      ? 'it wrote nothing to standard error'
      : "or pass `execStderr: 'show'` to see its standard error here";

  return failure(
    plugin,
    quoted === '' ? `${what}; ${hint}, ${more}` : `${what}; ${hint}; it wrote: ${quoted}`,
  );
}

function failure({ command }: ExecPlugin, what: string, code?: string): TransportError {
  return new TransportError({
    phase: 'credentials',
    code,
    problem: `the credential plugin ${command} ${what}`,
  });
}
