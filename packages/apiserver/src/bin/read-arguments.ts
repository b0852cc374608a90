import { parseArgs } from 'node:util';

import { invalidArgument } from '@rxkube/protocol';

/** What the command line asks for. */
export type Arguments =
  | { readonly help: true }
  | {
      readonly help: false;
      readonly port: number;
      readonly host: string | undefined;
      readonly token: string | undefined;
    };

/** What the command line may ask for, in words. */
export const USAGE = `rxkube-apiserver --port PORT [--host 127.0.0.1] [--token TOKEN]

Serves a Kubernetes API from memory, until SIGINT or SIGTERM, and prints its address.

  --port   0 to 65535; 0 takes any free port
  --host   default 127.0.0.1; any that is not the loopback needs a token
  --token  the bearer token that every request must carry; default none`;

const TEXT = { type: 'string' } as const;
const KNOWN = {
  port: TEXT,
  host: TEXT,
  token: TEXT,
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the command line.
 *
 * @throws ProtocolError `invalidArgument` that names the option, and no value of a token.
 */
export function readArguments(args: readonly string[]): Arguments {
  const { port, host, token, help = false } = valuesOf(args);
  if (help) return { help };
  if (token === '') throw invalidArgument('--token', 'an empty token opens nothing');
  if (host === '') throw invalidArgument('--host', 'pass a name or an address');

  return { help, port: portOf(port), host, token };
}

function valuesOf(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof KNOWN }>>['values'] {
  try {
    return parseArgs({ args: [...args], options: KNOWN }).values;
  } catch (error) {
    throw invalidArgument('arguments', error instanceof Error ? error.message : String(error));
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined)
    throw invalidArgument('--port', 'pass the port to serve on, such as 8001');
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port > 65_535) {
    throw invalidArgument('--port', `${JSON.stringify(text)} is no port; pass 0 to 65535`);
  }

  return port;
}
