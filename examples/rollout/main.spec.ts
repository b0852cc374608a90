import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

/** The output of the build. The main job forks a process, which needs compiled files. */
const MAIN = fileURLToPath(new URL('../dist/rollout/main.js', import.meta.url));

interface Run {
  readonly code: number;
  readonly lines: readonly string[];
  readonly errors: string;
}

/** Ends the process of the embedded server with the first order that it gets. */
const DYING_SERVER = `
  if (process.argv[1].includes('server-process')) process.on('message', () => process.exit());`;

function run(...args: readonly string[]): Promise<Run> {
  return runWith({}, ...args);
}

function runWith(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1;
      resolve({ code, lines: stdout.trimEnd().split('\n'), errors: stderr });
    });
  });
}

describe('npm start', () => {
  it('keeps its copy in step through a cut, a lost history and a restart', async () => {
    const { code, lines, errors } = await run('--seconds', '6');

    expect(errors).toBe('');
    expect(lines.slice(2, -2).every((line) => line.length < 160)).toBe(true);
    expect(lines.join('\n')).toMatch(
      /connection cut[^]*nothing lost[^]*history lost \(410\)[^]*listed again/u,
    );
    expect(lines.at(-2)).toMatch(/^(\d+) of \1 objects equal a fresh list$/u);
    expect(lines.at(-1)).toMatch(
      /^in step: true, objects=\d+, events=\d+, bookmarks=\d+, resumes=[1-9]\d*, relists=[1-9]\d*$/u,
    );
    expect(code).toBe(0);
  });

  it('prints one JSON object a second and one for the end', async () => {
    const { code, lines } = await run('--seconds', '6', '--json');
    const objects = lines.map((line) => JSON.parse(line) as Record<string, unknown>);

    expect(objects[0]).toMatchObject({
      elapsed: 1,
      phase: expect.stringMatching(/^(?:listing|live|interrupted)$/u) as string,
      objects: expect.any(Number) as number,
      eventsPerSecond: expect.any(Number) as number,
    });
    expect(objects.at(-1)).toMatchObject({
      inStep: true,
      objects: expect.any(Number) as number,
      listed: expect.any(Number) as number,
    });
    expect(code).toBe(0);
  });

  it('gives up after ten times its seconds, and says what it waited for', async () => {
    const { code, lines } = await run('--server', 'http://127.0.0.1:1', '--seconds', '0.3');

    expect(lines.slice(-2)).toEqual([
      'gave up waiting for the first list',
      'in step: false, objects=0, events=0, bookmarks=0, resumes=0, relists=0',
    ]);
    expect(code).toBe(1);
  });

  it('ends with a reason if the process of the server ends', async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(DYING_SERVER)}`;
    const { code, errors } = await runWith({ NODE_OPTIONS }, '--seconds', '6');

    expect(errors).toBe('Error: the process of the embedded API server has ended\n');
    expect(code).toBe(2);
  });

  it('ends quietly when its reader has gone, without a copy that never had a list', async () => {
    const child = spawn(process.execPath, [MAIN, '--server', 'http://127.0.0.1:1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once('close', resolve));

    expect(errors).toBe('');
    expect(code).toBe(1);
  });

  it('says how to call it', async () => {
    const { code, lines } = await run('--help');

    expect(lines[0]).toBe('npm start -- [--seconds N] [--json]');
    expect(code).toBe(0);
  });

  it('says what is wrong with its arguments, and how to call it', async () => {
    const wrong = await Promise.all([
      run('--resource', 'podz'),
      run('--seconds', 'soon'),
      run('--server', 'nowhere'),
      run('--speed'),
      run('--token', 't'),
    ]);

    expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    expect(wrong.map(({ errors }) => errors.split('\n')[0])).toEqual([
      expect.stringContaining('--resource: "podz" is not known; pass one of pods, nodes'),
      expect.stringContaining('--seconds: "soon" is no time; pass a positive number'),
      expect.stringContaining('server: is no URL'),
      expect.stringContaining("Unknown option '--speed'"),
      expect.stringContaining('--token: it is for --server'),
    ]);
    expect(wrong[0].errors).toContain('npm start -- --server URL');
  });
});
