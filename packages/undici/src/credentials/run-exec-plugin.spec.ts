import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type TransportError } from '@rxkube/protocol';
import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type PrintedCredential } from './printed-credential.js';
import { type ExecPlugin } from './exec-plugin.js';
import { type ExecStderr } from './exec-policy.js';
import { runExecPlugin } from './run-exec-plugin.js';

const apiVersion = 'client.authentication.k8s.io/v1';
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A plugin in JavaScript. `print` prints a credential with a token. */
function plugin(script: string, fields: Partial<ExecPlugin> = {}): ExecPlugin {
  const print =
    'const print = (token) => console.log(JSON.stringify({ kind: "ExecCredential", ' +
    `apiVersion: "${apiVersion}", status: { token } }));`;

  return {
    apiVersion,
    command: process.execPath,
    args: ['-e', `${print}${script}`, ...(fields.args ?? [])],
    env: {},
    installHint: undefined,
    interactiveMode: 'Never',
    cluster: undefined,
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'args')),
  };
}

async function run(
  exec: ExecPlugin,
  within = 20_000,
  stderr: ExecStderr = 'hide',
): Promise<PrintedCredential> {
  return firstValueFrom(runExecPlugin(exec, { env: process.env, within, stderr, terminal: false }));
}

async function failure(
  exec: ExecPlugin,
  within?: number,
  stderr?: ExecStderr,
): Promise<TransportError> {
  const error: unknown = await run(exec, within, stderr).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ _tag: 'TransportError', phase: 'credentials' });

  return error as TransportError;
}

describe('runExecPlugin', () => {
  it('emits the credential that the plugin prints', async () => {
    expect(await run(plugin('print("t1")'))).toMatchObject({ authorization: 'Bearer t1' });
  });

  it('hands on arguments, variables and the cluster', async () => {
    const { authorization } = await run(
      plugin(
        'const { spec, ...rest } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);' +
          'print([process.argv[1], process.env.PLACE, process.env.HOME === undefined, ' +
          'rest.kind, rest.apiVersion, spec.interactive, spec.cluster.server].join("|"))',
        { args: ['arg'], env: { PLACE: 'here' }, cluster: { server: 'https://c' } },
      ),
    );

    expect(authorization).toBe(
      `Bearer arg|here|false|ExecCredential|${apiVersion}|false|https://c`,
    );
  });

  it('hands on no cluster unasked', async () => {
    const { authorization } = await run(plugin('print(process.env.KUBERNETES_EXEC_INFO)'));

    expect(JSON.parse(authorization?.slice('Bearer '.length) ?? '')).toEqual({
      kind: 'ExecCredential',
      apiVersion,
      spec: { interactive: false },
    });
  });

  it('finds it by the PATH of this program, whatever the PATH that it gets', async () => {
    mkdirSync(join(directory, 'bin'));
    const file = join(directory, 'bin', 'aws');
    writeFileSync(
      file,
      `#!${process.execPath}\n${plugin('print(process.env.PATH)').args[1] ?? ''}`,
    );
    chmodSync(file, 0o755);
    const env = { PATH: join(directory, 'bin') };
    const exec = { ...plugin(''), command: 'aws', args: [], env: { PATH: '/nowhere' } };

    expect(await firstValueFrom(runExecPlugin(exec, { env, within: 20_000 }))).toMatchObject({
      authorization: 'Bearer /nowhere',
    });
  });

  it('does not block the event loop', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await run(plugin('print("t1")'));
    clearInterval(counting);

    expect(turns).toBeGreaterThan(0);
  });

  it('F2 F17 names the exit code, the program, and the option that shows its standard error', async () => {
    const { problem, code, cause } = await failure(
      plugin('console.error("hunter2"); console.log("hunter3"); process.exit(3)'),
    );

    expect(problem).toBe(
      `the credential plugin ${process.execPath} ended with exit code 3; run \`${process.execPath}\` by hand, ` +
        "with the arguments and variables of the kubeconfig, or pass `execStderr: 'show'` to see its standard error here",
    );
    expect([code, cause]).toEqual([undefined, undefined]);
  });

  it('shows the last 4 KiB of standard error by option, without control characters', async () => {
    const { problem } = await failure(
      plugin('console.error("x ".repeat(4500) + "\\x1b[31mcode 123-456\\x07"); process.exit(3)'),
      20_000,
      'show',
    );

    expect(problem).toMatch(/; it wrote: [x ]+ code 123-456$/u);
    expect(problem.length).toBeGreaterThan(4_000);
    expect(problem.length).toBeLessThan(4_500);
  });

  it('F2 does not slow down for a banner of stars', async () => {
    const began = performance.now();
    const { problem } = await failure(
      plugin('console.log("*\\n".repeat(500_000)); console.error("*"); process.exit(1)'),
      20_000,
      'show',
    );

    expect(problem).toMatch(/; it wrote: \*$/u);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('names the signal that ended it', async () => {
    const { problem } = await failure(plugin('process.kill(process.pid, "SIGKILL")'));

    expect(problem).toContain('was ended by SIGKILL');
  });

  it('says what to do if it is missing', async () => {
    const hint = 'install it from example.com';
    const { problem, code } = await failure({
      ...plugin(''),
      command: 'rxkube-no-such-plugin',
      installHint: hint,
    });

    expect(code).toBe('ENOENT');
    expect(problem).toBe(`the credential plugin rxkube-no-such-plugin cannot be started: ${hint}`);
  });

  it('does not quote an argument that cannot be handed on', async () => {
    const error = await failure(plugin('', { args: ['s3cret\u0000'] }));

    expect(error.code).toBe('ERR_INVALID_ARG_VALUE');
    expect(error.problem).not.toContain('s3cret');
  });

  it('describes wrong output without quoting it', async () => {
    const { problem } = await failure(
      plugin('console.log("hello"); console.error("careful"); print("s3cret-token")'),
    );

    expect(problem).toContain('printed something else than a JSON object; run ');
    expect(problem).not.toContain('s3cret-token');
  });

  it('ends a plugin that prints too much', async () => {
    const { problem } = await failure(
      plugin('setInterval(() => process.stdout.write("x".repeat(65536)), 1)'),
    );

    expect(problem).toContain('printed more than 1048576 bytes');
  });

  it('ends a plugin that does not end', async () => {
    const { code, problem } = await failure(plugin('setInterval(() => {}, 1000)'), 50);

    expect([code, problem]).toEqual(['ETIMEDOUT', expect.stringContaining('within 50 ms')]);
  });

  it('ends a plugin that is unsubscribed', async () => {
    const file = join(directory, 'pid');
    const subscription = runExecPlugin(
      plugin(
        `require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`,
      ),
      { env: process.env, within: 20_000 },
    ).subscribe();
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 10_000);
    subscription.unsubscribe();
    const pid = Number(readFileSync(file, 'utf8'));

    expect(await vi.waitUntil(() => !isRunning(pid), 10_000)).toBe(true);
  });

  it('F10 takes the credential of a plugin whose helper keeps its output open', async () => {
    const pipes = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
    const before = pipes();
    const { authorization } = await run(
      plugin(
        'print("t1"); require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 8000)"], { stdio: "inherit" }); setTimeout(() => process.exit(), 50)',
      ),
      20_000,
      'show',
    );

    expect(authorization).toBe('Bearer t1');
    expect(await vi.waitUntil(() => pipes() <= before, 5_000)).toBe(true);
  });

  it('F10 ends a wrapper together with the program that it runs', async () => {
    const file = join(directory, 'pid');
    const { code } = await failure(
      plugin(
        'const child = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);' +
          `require("fs").writeFileSync(${JSON.stringify(file)}, String(child.pid))`,
      ),
      1_500,
    );
    const pid = Number(readFileSync(file, 'utf8'));

    expect(code).toBe('ETIMEDOUT');
    expect(await vi.waitUntil(() => !isRunning(pid), 10_000)).toBe(true);
  });

  it('refuses an interactive plugin if there is no terminal', async () => {
    const { problem } = await failure(plugin('print("t1")', { interactiveMode: 'Always' }));
    const offered = await run(plugin('print("t1")', { interactiveMode: 'IfAvailable' }));

    expect(problem).toContain('there is no terminal');
    expect(offered).toMatchObject({ authorization: 'Bearer t1' });
  });

  it.each([
    ['Never', false],
    ['IfAvailable', true],
    ['Always', true],
  ] as const)(
    'hands on to a plugin of the mode %s at a terminal whether it may ask: %s',
    async (interactiveMode, may) => {
      const exec = plugin(
        'print(JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.interactive + "")',
        {
          interactiveMode,
        },
      );
      const { authorization } = await firstValueFrom(
        runExecPlugin(exec, { env: process.env, within: 20_000, terminal: true }),
      );

      expect(authorization).toBe(`Bearer ${String(may)}`);
    },
  );
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);

    return true;
  } catch {
    return false;
  }
}
