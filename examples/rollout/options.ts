import { parseArgs } from 'node:util';

import { invalidArgument } from 'rxkube';

/** The options of the command line. */
export interface Options {
  /** The least number of seconds that the run lasts; `undefined` until Ctrl-C. */
  readonly seconds: number | undefined;
  /** A server to watch instead of the embedded one. */
  readonly server: string | undefined;
  readonly token: string | undefined;
  /** A context of the kubeconfig to watch instead of the embedded server. */
  readonly context: string | undefined;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly json: boolean;
}

/** Without a terminal you cannot press Ctrl-C, so the run ends by itself. */
const SECONDS_WITHOUT_A_TERMINAL = 20;

export const USAGE = `npm start -- [--seconds N] [--json]
npm start -- --server URL [--token T] [--resource pods] [--namespace N]
npm start -- --context C [--resource pods] [--namespace N]`;

/**
 * Reads the command line; `'help'` where it asks how to call it.
 *
 * @throws ProtocolError `invalidArgument` that names the option.
 */
export function parseOptions(args: readonly string[], isTerminal: boolean): Options | 'help' {
  const { values } = read(args);
  if (values.help === true) return 'help';
  const { server, token, context, namespace, resource = 'pods', json = false } = values;
  if (server !== undefined && context !== undefined) {
    throw invalidArgument(
      '--context',
      'it names a server already; leave out --server, or --context',
    );
  }
  if (token !== undefined && server === undefined) {
    throw invalidArgument('--token', 'it is for --server; a context brings its own credentials');
  }

  return {
    seconds: secondsOf(values.seconds, isTerminal),
    server,
    token,
    context,
    resource,
    namespace,
    json,
  };
}

const TEXT = { type: 'string' } as const;

const KNOWN = {
  seconds: TEXT,
  server: TEXT,
  token: TEXT,
  context: TEXT,
  resource: TEXT,
  namespace: TEXT,
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function read(args: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof KNOWN }>> {
  try {
    return parseArgs({ args: [...args], options: KNOWN });
  } catch (error) {
    throw invalidArgument('arguments', error instanceof Error ? error.message : String(error));
  }
}

function secondsOf(text: string | undefined, isTerminal: boolean): number | undefined {
  if (text === undefined) return isTerminal ? undefined : SECONDS_WITHOUT_A_TERMINAL;
  const seconds = Number(text);
  if (!(seconds > 0)) {
    throw invalidArgument(
      '--seconds',
      `${JSON.stringify(text)} is no time; pass a positive number`,
    );
  }

  return seconds;
}
