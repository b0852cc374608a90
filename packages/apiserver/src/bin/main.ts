// The program rxkube-apiserver: runs one server until a signal ends it.
import { createApiServer } from '../api-server.js';
import { type Arguments, USAGE, readArguments } from './read-arguments.js';

/** The exit code for a wrong command line, or a port that cannot be opened. */
const NOT_STARTED = 2;

try {
  const asked = readArguments(process.argv.slice(2), process.env);
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
    // Once, so that a second signal ends the process at once.
    process.once(signal, () => void server.close());
  }
  process.stdout.write(`${url}\n`);
}
