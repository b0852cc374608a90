// The program rxkube-apiserver: runs one server until a signal ends it.
import { messageOf } from '@rxkube/protocol/internal';

import { createApiServer } from '../api-server.js';
import { demoRollout } from '../demo/demo-rollout.js';
import { loadManifests } from './load-manifests.js';
import { packageVersion } from './package-version.js';
import { type Arguments, USAGE, readArguments } from './read-arguments.js';
import { writeKubeconfig } from './write-kubeconfig.js';

/** The exit code for a wrong command line, or a port that cannot be opened. */
const NOT_STARTED = 2;

try {
  const asked = readArguments(process.argv.slice(2), process.env);
  if (asked.only === 'help') process.stdout.write(`${USAGE}\n`);
  else if (asked.only === 'version') process.stdout.write(`${packageVersion()}\n`);
  else await serve(asked);
} catch (error) {
  process.stderr.write(`rxkube-apiserver: ${messageOf(error)}\n`);
  process.exitCode = NOT_STARTED;
}

async function serve(asked: Exclude<Arguments, { only: string }>): Promise<void> {
  const { port, host, load, kubeconfig, demo, options } = asked;
  const server = createApiServer(options);
  if (load !== undefined) loadManifests(server, load);
  const rollout = demo ? demoRollout(server.store).subscribe() : undefined;
  try {
    const listening = await server.listen({ port, host });
    if (kubeconfig !== undefined) writeKubeconfig(kubeconfig, listening.url);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // Once, so that a second signal ends the process at once.
      process.once(signal, () => {
        rollout?.unsubscribe();
        void server.close();
      });
    }
    process.stdout.write(`${listening.url}\n`);
  } catch (error) {
    rollout?.unsubscribe();
    await server.close();
    throw error;
  }
}
