import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { pack } from '../support/pack.js';
import { readManifest, root } from '../support/packages.js';

const folder = mkdtempSync(join(tmpdir(), 'rxkube-packed-'));

/** A user's project: strict, and with the declarations of the packages checked too. */
const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  types: ['node'],
  outDir: 'dist',
};

beforeAll(() => {
  const tarballs = pack(folder).map(({ filename }) => filename);
  const { '@types/node': nodeTypes = '' } = readManifest(root)['devDependencies'] as Record<
    string,
    string
  >;

  cpSync(join(root, 'test/packed/consumer'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['pipe.ts', 'list.ts', 'require.cts'] }),
  );
  run('npm', ['install', '--ignore-scripts', ...tarballs, 'rxjs@7', `@types/node@${nodeTypes}`]);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the packed packages, installed in an empty project', () => {
  it('type check with full inference', () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

    expect(run(process.execPath, [tsc])).toBe('');
  });

  it.each(['pipe.js', 'require.cjs'])('run as %s', (program) => {
    const printed = run(process.execPath, [join('dist', program)]);

    expect(printed.trim().split('\n')).toEqual(['["web-0"]', '["web-0","web-1"]', '["web-1"]']);
  });

  it('serve by the program that npm links, and list from it', async () => {
    const program = join(folder, 'node_modules/.bin/rxkube-apiserver');
    // By its name and not by `node`: the link has to lead to a file that may be executed.
    const server = spawn(program, ['--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(async () => {
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
    });
    const [url] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    const list = await promisify(execFile)(process.execPath, [join('dist', 'list.js'), url], {
      cwd: folder,
    });

    expect(list.stdout.trim().split('\n')).toEqual(['web-0', 'web-1']);
  });
});

/** Runs a command in the project; what it printed is in the error if it fails. */
function run(file: string, args: readonly string[]): string {
  try {
    return execFileSync(file, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}
