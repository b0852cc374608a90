// Type checks each project as the editor sees it, with its specs and against the sources of the others.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { cache, root } from './root.mjs';
import { tool } from './tools.mjs';

const waiting = [
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  'examples',
  'test',
  'test/types',
  'test/types/browser',
  'test/types/dom',
  'test/browser',
].filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));

await Promise.all(Array.from({ length: availableParallelism() }, work));

async function work() {
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const { code, output } = await check(folder);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${folder}\n${output}`.trimEnd());
    if (code !== 0) process.exitCode = code;
  }
}

/**
 * @param {string} folder
 * @returns {Promise<{ readonly code: number, readonly output: string }>}
 */
function check(folder) {
  const notes = join(cache, 'types', `${folder.replaceAll('/', '-')}.tsbuildinfo`);
  const [file = '', ...args] = tool('tsc').concat([
    '--project',
    folder,
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    notes,
  ]);

  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}
