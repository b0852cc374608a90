import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { type Peer } from './peer.js';

/** The state that the informer prints on request. */
interface State {
  readonly synced: boolean;
  readonly pods: Readonly<Record<string, string>>;
}

/**
 * The informer of client-go, in a process of its own.
 *
 * @param streaming whether it asks for a streaming list first
 */
export async function clientGo(binary: string, url: string, streaming: boolean): Promise<Peer> {
  const child = spawn(binary, [url], {
    env: { ...process.env, KUBE_FEATURE_WatchListClient: String(streaming) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(child, 'spawn');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  return {
    // One command at a time, so the next line is its reply.
    pods: async () => {
      child.stdin.write('\n');
      const line = await lines.next();
      if (line.done === true) throw new Error(`client-go has ended with ${endOf(child)}`);
      const { synced, pods } = JSON.parse(line.value) as State;

      return synced ? pods : undefined;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      if (child.exitCode === null) await ended;
    },
  };
}

function endOf({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${String(exitCode)}`;
}
