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

import { type ExecAnswer } from './printed-credential.js';
import { type ExecPlugin } from './exec-plugin.js';
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

async function run(exec: ExecPlugin, within = 20_000): Promise<ExecAnswer> {
  return firstValueFrom(runExecPlugin(exec, { env: process.env, within, terminal: false }));
}

async function failure(exec: ExecPlugin, within?: number): Promise<TransportError> {
  const error: unknown = await run(exec, within).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ _tag: 'TransportError', phase: 'credentials' });

  return error as TransportError;
}

describe('runExecPlugin', () => {
  it('gives what the plugin prints', async () => {
    expect(await run(plugin('print("t1")'))).toMatchObject({ authorization: 'Bearer t1' });
  });

  it('hands arguments, environment and what it knows of the cluster on', async () => {
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

  it('tells it nothing of the cluster unasked', async () => {
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

  it('leaves the turns of this program alone', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await run(plugin('print("t1")'));
    clearInterval(counting);

    expect(turns).toBeGreaterThan(0);
  });

  it('says how it ended, with its last words', async () => {
    const { problem, code, cause } = await failure(
      plugin('console.error("x ".repeat(4500) + "log in first"); process.exit(3)'),
    );

    expect(problem).toMatch(/^the credential plugin \S+ ended with 3: [x ]+ log in first$/u);
    expect(problem.length).toBeLessThan(1_200);
    expect([code, cause]).toEqual([undefined, undefined]);
  });

  it('drops the word that its last words begin within, which may be the end of a token', async () => {
    const token = 'q'.repeat(6_000);
    const { problem } = await failure(
      plugin(`console.error("${token}\\nlog in first"); print("${token}"); process.exit(3)`),
    );

    expect(problem).toMatch(/ended with 3: log in first$/u);
  });

  it('names the signal that ended it', async () => {
    const { problem } = await failure(plugin('process.kill(process.pid, "SIGKILL")'));

    expect(problem).toContain('ended with SIGKILL');
  });

  it('says what to do where it is missing', async () => {
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

  it('says what is wrong with what it prints, and quotes it nowhere', async () => {
    const { problem } = await failure(
      plugin('console.log("hello"); console.error("careful"); print("s3cret-token")'),
    );

    expect(problem).toMatch(/printed no JSON object: careful$/u);
  });

  it('ends one that prints too much', async () => {
    const { problem } = await failure(
      plugin('setInterval(() => process.stdout.write("x".repeat(65536)), 1)'),
    );

    expect(problem).toContain('printed more than 1048576 bytes');
  });

  it('ends one that does not end', async () => {
    const { code, problem } = await failure(plugin('setInterval(() => {}, 1000)'), 50);

    expect([code, problem]).toEqual(['ETIMEDOUT', expect.stringContaining('within 50 ms')]);
  });

  it('ends one that nobody waits for any more', async () => {
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

  it('leaves no pipe open to what it has left behind', async () => {
    const pipes = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
    const before = pipes();
    const { code } = await failure(
      plugin(
        'require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 15000)"], { stdio: "inherit" }); setTimeout(() => process.exit(), 50)',
      ),
      3_000,
    );

    expect(code).toBe('ETIMEDOUT');
    expect(await vi.waitUntil(() => pipes() <= before, 5_000)).toBe(true);
  });

  it('refuses to ask somebody where there is no terminal', async () => {
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
    'tells a plugin of the mode %s at a terminal whether it may ask: %s',
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

  it('masks its environment, its arguments and its answer in its last words', async () => {
    const { problem } = await failure(
      plugin(
        'print("correct"); console.error("no correct horse battery staple pin"); process.exit(1)',
        {
          env: { KEY: 'horse', PIN: 'pin' },
          args: ['--', '-p', 'battery', '--code=staple'],
        },
      ),
    );

    expect(problem).toMatch(/ended with 1: no \*\*\* \*\*\* \*\*\* \*\*\* \*\*\*$/u);
  });

  it('masks what it printed where that is no JSON', async () => {
    const { problem } = await failure(
      plugin(
        'console.log("correct horse\\nbattery"); console.error("battery: correct horse is old")',
      ),
    );

    expect(problem).toMatch(/printed no JSON object: \*\*\*: \*\*\* is old$/u);
  });

  it('shows no word of which a password may be made', async () => {
    const { problem } = await failure(
      plugin('console.error("login of ann with hunter2 failed, try again"); process.exit(1)'),
    );

    expect(problem).toMatch(/ended with 1: login of ann with \*\*\* failed, try again$/u);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);

    return true;
  } catch {
    return false;
  }
}
