import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it } from 'vitest';

// As it is installed, so its package has to be compiled.
const program = fileURLToPath(
  new URL('../../packages/apiserver/bin/rxkube-apiserver.mjs', import.meta.url),
);

describe('rxkube-apiserver', () => {
  let child: ChildProcess | undefined;

  afterEach(() => {
    child?.kill('SIGKILL');
    child = undefined;
  });

  /** Starts it and gives its address, the first line that it prints. */
  const started = async (...args: readonly string[]): Promise<string> => {
    const running = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = running;
    const [line] = (await once(createInterface({ input: running.stdout }), 'line')) as [string];

    return line;
  };

  const refused = async (...args: readonly string[]): Promise<string> => {
    const running = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = running;
    const complaint = await text(running.stderr);

    return `${String(running.exitCode ?? (await once(running, 'exit'))[0])} ${complaint}`;
  };

  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s', async (signal) => {
    const url = await started('--port', '0');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    const watch = await fetch(`${url}/api/v1/pods?watch=true`);
    expect(watch.status).toBe(200);
    const ended = child && once(child, 'exit');
    child?.kill(signal);
    await expect(watch.text()).rejects.toThrow();

    expect(await ended).toEqual([0, null]);
  });

  it('wants the token that it was given', async () => {
    const url = await started('--port=0', '--token=open-sesame');
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${url}/version`, { headers })).status;

    expect([await ask({}), await ask({ authorization: 'Bearer open-sesame' })]).toEqual([401, 200]);
  });

  it('serves by its options', async () => {
    const url = await started('--port=0', '--namespaces', 'required');
    const answer = await fetch(`${url}/api/v1/namespaces/missing/secrets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'a' } }),
    });

    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { message: 'namespaces "missing" not found' },
    ]);
  });

  it('reports a wrong argument, and exits with 2', async () => {
    expect(await refused()).toMatch(/^2 rxkube-apiserver: .*--port/u);
    expect(await refused('--port', '0', '--host', '0.0.0.0')).toMatch(/^2 .*token/u);
    const url = new URL(await started('--port', '0'));
    const first = child;

    expect(await refused('--port', url.port)).toMatch(/^2 .*cannot listen/u);
    first?.kill('SIGKILL');
  });

  it('prints its usage', async () => {
    expect(await started('--help')).toContain('rxkube-apiserver --port PORT');
  });
});
