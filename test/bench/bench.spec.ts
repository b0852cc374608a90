import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('run.mjs', import.meta.url));

const ours = ['rxkube-eager', 'rxkube-omit', 'rxkube-deferred'];

interface Run {
  readonly outcomes: readonly {
    readonly suite: { readonly name: string };
    readonly entries: readonly {
      readonly name: string;
      readonly measured: Readonly<Record<string, unknown>>;
      readonly base?: unknown;
    }[];
  }[];
}

describe('npm run bench', () => {
  it('brings floors and rxkube to the right state, and writes what it measured', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rxkube-bench-'));
    const only = ['drain', ...ours].join(',');
    const json = join(folder, 'run.json');
    const size = [
      '--objects',
      '40',
      '--events',
      '300',
      '--rounds',
      '1',
      '--suites',
      'pods,widgets',
    ];
    const words = ['--quick', '--only', only, ...size, '--results', folder, '--json', json];
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...words]);
    const run = JSON.parse(await readFile(json, 'utf8')) as Run;
    const report = await readFile(join(folder, 'results.md'), 'utf8');
    const drawing = await readFile(join(folder, 'speed.svg'), 'utf8');
    await rm(folder, { recursive: true });
    const [pods, widgets] = run.outcomes;

    expect(new Set(pods?.entries.map(({ name }) => name))).toEqual(
      new Set(['drain', 'floor', ...ours]),
    );
    expect(widgets?.suite.name).toBe('widgets');
    for (const { name, measured, base } of run.outcomes.flatMap(({ entries }) => entries)) {
      expect(measured, name).not.toHaveProperty('problem');
      expect(measured, name).not.toHaveProperty('wrong');
      expect(measured, name).toHaveProperty('watchCpuMs', expect.any(Number));
      expect(measured['isChecked'], name).toBe(name !== 'drain');
      expect(base === undefined, name).toBe(name === 'floor');
    }
    expect(report).toBe(stdout.replace(/\n$/u, ''));
    expect(report).toContain('| eager against the floor');
    expect(drawing).toContain('>rxkube-eager</text>');
  });

  it('names the contenders where one is unknown', async () => {
    const failed = promisify(execFile)(process.execPath, [PROGRAM, '--only', 'flor']);

    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no contender "flor"[^]*floor {2}/u),
    });
  });
});
