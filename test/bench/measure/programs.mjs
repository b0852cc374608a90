import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { goProgram, goVersion } from '../../support/go-program.mjs';
import { pnpm } from '../../config/install.mjs';

/** @typedef {{ readonly path?: string, readonly problem?: string }} Built */

const folderOf = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../peers/${name}`, import.meta.url));

/** Installs or builds the peers, each once. A missing toolchain is reported and is not a failure. */
export const programs = {
  node: once(installNode),
  'client-go': once(buildGo),
  'kube-rs': once(buildRust),
};

/** @returns {Promise<string | undefined>} */
function installNode() {
  const folder = folderOf('node');
  const done = join(folder, 'node_modules', '.pnpm', 'lock.yaml');
  const isDone =
    existsSync(done) && readFileSync(done).equals(readFileSync(join(folder, 'pnpm-lock.yaml')));
  if (isDone) return Promise.resolve(undefined);
  const [file = '', ...words] = pnpm();
  const options = ['install', '--ignore-workspace', '--ignore-scripts', '--frozen-lockfile'];
  const { status, stdout, stderr } = spawnSync(file, [...words, ...options], {
    cwd: folder,
    encoding: 'utf8',
  });

  return Promise.resolve(status === 0 ? undefined : `not installed: ${stdout}${stderr}`);
}

/** @returns {Promise<Built>} */
async function buildGo() {
  const folder = folderOf('client-go');
  const { problem } = goVersion(folder);
  if (problem !== undefined) return { problem };
  const path = await goProgram(
    {
      name: 'bench-client-go',
      folder,
      flags: '-s -w',
      first: 'building the reflector for the first time. It may take some minutes.',
      otherwise: '',
    },
    console.error,
  );

  return { path };
}

/** @returns {Promise<Built>} */
function buildRust() {
  const { XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env;
  // Outside the clone, so that the long first build is not repeated; cargo knows by itself what is out of date.
  const target = join(XDG_CACHE_HOME, 'rxkube', 'bench-kube-rs');
  const found = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  if (found.status !== 0) return Promise.resolve({ problem: 'there is no "cargo" on the path' });
  mkdirSync(target, { recursive: true });
  const path = join(target, 'release', 'rxkube-bench-kube-rs');
  if (!existsSync(path)) {
    console.error('kube-rs: building the watcher for the first time. It may take some minutes.');
  }
  const command = ['cargo', 'build', '--release', '--locked', '-j1', '--target-dir', target];
  const [file = '', ...args] =
    process.platform === 'win32' ? command : ['nice', '-n', '19', ...command];
  const { status, stderr } = spawnSync(file, args, {
    cwd: folderOf('kube-rs'),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 2 ** 26,
  });

  return Promise.resolve(
    status === 0 ? { path } : { problem: `cargo build failed: ${stderr.slice(-1_000)}` },
  );
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {() => Promise<T>}
 */
function once(work) {
  /** @type {Promise<T> | undefined} */
  let result;

  return () => (result ??= work());
}
