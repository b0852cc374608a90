import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('main.mjs', import.meta.url));

it('nothing piles up while subscriptions come and go and the server is never well', async () => {
  const words = ['--expose-gc', main, '--minutes', '3'];
  const { stdout } = await promisify(execFile)(process.execPath, words);

  expect(stdout).not.toBe('');
});
