import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type TestContext, describe, expect, it } from 'vitest';

import { root } from '../support/packages.js';
import { installed, nodeBinary } from './node-binary.js';

/** The last releases of the supported majors. */
const NODES = ['20.20.2', '22.23.5', '24.22.3'];

/** The second major of the official client. It needs Node 22. */
const CLIENT_NODE = '2.0.1';

/** Fewer than in `npm test`, since the same seeds run there. */
const SCHEDULES = '100';

describe.each(NODES)('Node %s', (version) => {
  it('passes the suites unit, protocol and http', async (context) => {
    const node = await binaryOf(version, context);

    expect(await sumOf(node, ['unit', 'protocol', 'http'])).toMatch(/^[1-9]\d* passed, 0 failed$/u);
  });

  it('stays in step with @kubernetes/client-node 1', async (context) => {
    const node = await binaryOf(version, context);

    expect(await sumOf(node, ['peers'])).toMatch(/^[1-9]\d* passed, 0 failed$/u);
  });

  it.skipIf(version.startsWith('20.'))(
    'stays in step with @kubernetes/client-node 2',
    async (context) => {
      const node = await binaryOf(version, context);
      const modules = await installed('client-node', `@kubernetes/client-node@${CLIENT_NODE}`);
      const client = join(modules, '@kubernetes', 'client-node');

      expect(await sumOf(node, ['peers'], { RXKUBE_CLIENT_NODE: client })).toMatch(
        /^[1-9]\d* passed, 0 failed$/u,
      );
    },
  );
});

/** The binary; without it the test is skipped, and the output says why. */
async function binaryOf(version: string, { skip }: TestContext): Promise<string> {
  try {
    return await nodeBinary(version);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`Node ${version} could not be installed; its tests are skipped: ${reason}`);

    return skip(reason);
  }
}

/** The last line of a run of some suites, or all of its output if it fails. */
async function sumOf(
  node: string,
  suites: readonly string[],
  more: Record<string, string> = {},
): Promise<string> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = ['run', '--config', 'test/config/vitest.config.ts', '--maxWorkers', '1'];
  const projects = suites.map((name) => `--project=${name}`);
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const env = {
    ...Object.fromEntries(others),
    RXKUBE_SCHEDULES: SCHEDULES,
    RXKUBE_BUILT: 'yes',
    ...more,
  };

  try {
    const { stdout } = await promisify(execFile)(node, [vitest, ...words, ...projects], {
      cwd: root,
      env,
      maxBuffer: 64 * 1024 * 1024,
    });

    return stdout.trimEnd().split('\n').at(-1) ?? '';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };

    return `${stdout}${stderr}` || String(error);
  }
}
