import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { root } from '../support/packages.js';

const jest = join(
  dirname(createRequire(import.meta.url).resolve('jest/package.json')),
  'bin/jest.js',
);
const config = fileURLToPath(new URL('jest.config.mjs', import.meta.url));

it('the specs of protocol, snapshots and operators pass in Jest with jsdom', async () => {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [jest, '--config', config, '--verbose', '--ci'],
    { cwd: root, maxBuffer: 2 ** 26 },
  );
  // Each test that cannot run there says why.
  for (const [line] of stderr.matchAll(/.*\(not here: .*/gu)) console.info(line);

  expect(stderr).toMatch(/^Tests: +\d{4,} passed, \d+ total$/mu);
});
