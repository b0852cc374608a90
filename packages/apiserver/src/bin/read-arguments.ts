import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { invalidArgument } from '@rxkube/protocol';
import { messageOf } from '@rxkube/protocol/internal';

import { type ApiServerOptions } from '../api-server-options.js';

/** The command line, read. */
export type Arguments =
  | { readonly only: 'help' }
  | { readonly only: 'version' }
  | {
      readonly only: undefined;
      readonly port: number;
      readonly host: string | undefined;
      /** The folder of the manifests to load. */
      readonly load: string | undefined;
      /** The file to which a kubeconfig is written. */
      readonly kubeconfig: string | undefined;
      readonly demo: boolean;
      /** The options that the command line names. */
      readonly options: Pick<
        ApiServerOptions,
        'token' | 'namespaces' | 'historySize' | 'bookmarkPeriod'
      >;
    };

/** The environment variable that may hold the token. */
const TOKEN_VARIABLE = 'RXKUBE_APISERVER_TOKEN';

/** The help text. */
export const USAGE = `rxkube-apiserver --port PORT [OPTION...]

Serves a Kubernetes API from memory, until SIGINT or SIGTERM, and prints its address.
Without an option for the token, the variable ${TOKEN_VARIABLE} may hold it.

  --port PORT                0 to 65535; 0 takes any free port
  --host HOST                default 127.0.0.1; an address beyond the loopback requires a token
  --token-file FILE          holds the bearer token that every request must carry; default none
  --token TOKEN              the token itself, which other users of the machine can see
  --namespaces RULE          implicit (default), or required: a create in a missing one gets a 404
  --history-size CHANGES     changes per resource from which a watch can start; default 100 and more
  --bookmark-period SECONDS  seconds between two bookmarks of a watch; default 60
  --load DIR                 creates the objects in the *.yaml, *.yml and *.json files of a folder
  --kubeconfig FILE          writes a kubeconfig for kubectl, which only you can read
  --demo                     rolls out 20 deployments with 300 pods again and again
  --version                  prints the version
  --help, -h                 prints this text`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const KNOWN = {
  port: TEXT,
  host: TEXT,
  token: TEXT,
  'token-file': TEXT,
  namespaces: TEXT,
  'history-size': TEXT,
  'bookmark-period': TEXT,
  load: TEXT,
  kubeconfig: TEXT,
  demo: FLAG,
  version: FLAG,
  help: { ...FLAG, short: 'h' },
} as const;

/**
 * Reads the command line, and the token from a file or the environment.
 *
 * @throws ProtocolError `invalidArgument` that names the option, but never quotes a token.
 */
export function readArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Arguments {
  const values = valuesOf(args);
  const { port, host, namespaces, load, kubeconfig, demo = false } = values;
  if (values.help === true) return { only: 'help' };
  if (values.version === true) return { only: 'version' };
  const token = tokenOf(values.token, values['token-file'], environment[TOKEN_VARIABLE]);
  if (token === '')
    throw invalidArgument(
      '--token',
      'must not be empty; leave the option out to serve without a token',
    );
  if (kubeconfig !== undefined && token !== undefined) {
    throw invalidArgument(
      '--kubeconfig',
      'cannot lead to a server with a token, because kubectl sends tokens only over TLS; leave out the token',
    );
  }
  if (host === '')
    throw invalidArgument('--host', 'must be a name or an address, got an empty text');
  if (load === '') throw invalidArgument('--load', 'must be a folder, got an empty text');
  if (kubeconfig === '') throw invalidArgument('--kubeconfig', 'must be a file, got an empty text');
  if (namespaces !== undefined && namespaces !== 'implicit' && namespaces !== 'required') {
    throw invalidArgument(
      '--namespaces',
      `must be implicit or required, got ${JSON.stringify(namespaces)}`,
    );
  }
  const historySize = countOf('--history-size', values['history-size']);
  const period = countOf('--bookmark-period', values['bookmark-period']);
  const bookmarkPeriod = period === undefined ? undefined : period * 1_000;

  return {
    only: undefined,
    port: portOf(port),
    host,
    load,
    kubeconfig,
    demo,
    options: { token, namespaces, historySize, bookmarkPeriod },
  };
}

function valuesOf(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof KNOWN }>>['values'] {
  try {
    return parseArgs({ args: [...args], options: KNOWN }).values;
  } catch (error) {
    throw invalidArgument('arguments', messageOf(error));
  }
}

function tokenOf(
  token: string | undefined,
  file: string | undefined,
  variable: string | undefined,
): string | undefined {
  if (token !== undefined && file !== undefined) {
    throw invalidArgument('--token', 'and --token-file exclude each other; pass one of them');
  }
  if (token !== undefined) return usableToken('--token', token);
  if (file === undefined) {
    return variable === undefined ? undefined : usableToken(TOKEN_VARIABLE, variable);
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw invalidArgument('--token-file', messageOf(error));
  }

  return usableToken('--token-file', text.trim());
}

function usableToken(source: string, token: string): string {
  if (!/^\S+$/u.test(token)) {
    throw invalidArgument(source, 'must hold a token, without white space in it');
  }

  return token;
}

function countOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/u.test(text)) {
    throw invalidArgument(
      option,
      `must be a whole number, 1 to 999999999, got ${JSON.stringify(text)}`,
    );
  }

  return Number(text);
}

function portOf(text: string | undefined): number {
  if (text === undefined)
    throw invalidArgument('--port', 'is required; pass the port to serve on, such as 8001');
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port > 65_535) {
    throw invalidArgument('--port', `must be a port, 0 to 65535, got ${JSON.stringify(text)}`);
  }

  return port;
}
