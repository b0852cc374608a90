import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports of 127.0.0.1 without a listener.
 *
 * They are below the range from which systems give out the ports of outgoing connections, so that a server that is
 * restarted finds its port as it left it.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) found.add(port);
  }

  return [...found];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');

    return true;
  } catch {
    return false;
  }
}
