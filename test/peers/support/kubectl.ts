import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** `kubectl` on one server, with a cache of its own and without your kubeconfig. */
export interface Kubectl {
  /** Resolves to its output. Rejects with its error output. */
  readonly run: (...args: readonly string[]) => Promise<string>;
  /** The same, with an object on its standard input. */
  readonly feed: (object: object, ...args: readonly string[]) => Promise<string>;
  /** Applies an object. */
  readonly apply: (object: object, ...args: readonly string[]) => Promise<string>;
  /** Starts one that does not end by itself. */
  readonly follow: (...args: readonly string[]) => {
    readonly next: () => Promise<string | undefined>;
    readonly close: () => Promise<void>;
  };
  readonly close: () => void;
}

/** Why there is no kubectl to try; `undefined` where there is one. */
export function kubectlProblem(): string | undefined {
  const { status, error, stderr } = spawnSync('kubectl', ['version', '--client'], {
    env: { ...process.env, KUBECONFIG: '' },
    encoding: 'utf8',
  });
  if (status === 0) return undefined;

  return error === undefined ? stderr.trim() : 'there is no "kubectl" on the path';
}

/** Makes a kubectl for the server of an address, or of a kubeconfig. */
export function kubectlOn(place: string | { readonly kubeconfig: string }): Kubectl {
  const home = mkdtempSync(join(tmpdir(), 'rxkube-kubectl-'));
  const server = typeof place === 'string' ? ['--server', place] : [];
  const common = [...server, '--cache-dir', join(home, 'cache')];
  const KUBECONFIG = typeof place === 'string' ? join(home, 'none') : place.kubeconfig;
  const env = { ...process.env, HOME: home, KUBECONFIG };
  const execute = promisify(execFile);
  const feed: Kubectl['feed'] = async (object, ...args) => {
    const running = execute('kubectl', [...common, ...args], { env });
    running.child.stdin?.end(JSON.stringify(object));

    return (await running).stdout;
  };

  return {
    run: async (...args) => (await execute('kubectl', [...common, ...args], { env })).stdout,
    feed,
    apply: (object, ...args) => feed(object, 'apply', '-f', '-', ...args),
    follow: (...args) => {
      const child = spawn('kubectl', [...common, ...args], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

      return {
        next: async () => {
          const line = await lines.next();

          return line.done === true ? undefined : line.value;
        },
        close: async () => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          if (child.exitCode === null && child.signalCode === null) await ended;
        },
      };
    },
    close: () => {
      rmSync(home, { recursive: true, force: true });
    },
  };
}
