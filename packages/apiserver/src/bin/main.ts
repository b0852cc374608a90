// The program rxkube-apiserver: one server, until it is told to end.
import { createApiServer } from '../api-server.js';
import { type Arguments, USAGE, readArguments } from './read-arguments.js';

/** What a shell is told where the command line was wrong, or the port could not be had. */
const NOT_STARTED = 2;

try {
  const asked = readArguments(process.argv.slice(2));
  if (asked.help) process.stdout.write(`${USAGE}\n`);
  else await serve(asked);
} catch (error) {
  process.stderr.write(
    `rxkube-apiserver: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = NOT_STARTED;
}

async function serve({ port, host, options }: Exclude<Arguments, { help: true }>): Promise<void> {
  const server = createApiServer(options);
  const { url } = await server.listen({ port, host });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Once: who asks a second time ends the process outright.
    process.once(signal, () => void server.close());
  }
  process.stdout.write(`${url}\n`);
}
