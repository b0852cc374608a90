import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { kubeconfigText } from '../support/kubeconfig-text.js';
import { bundledProgram } from './support/transport-program.js';

let directory: string;
let program: string;
let pidFile: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  program = await bundledProgram('./transport-plugin-program.ts', directory);
});

beforeEach(() => {
  pidFile = join(directory, `pid-${String(Math.random())}`);
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** A wrapper around a plugin that never ends. Both ignore SIGTERM and SIGINT if they are stubborn. */
function startProgram({ stubborn = false, lifetime = 0 } = {}): ChildProcess {
  const ignoring = stubborn
    ? 'process.on("SIGTERM", () => {}); process.on("SIGINT", () => {});'
    : '';
  const inner = `${ignoring} require("fs").writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000);`;
  const outer = `${ignoring} require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}]); setInterval(() => {}, 1000);`;
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', outer],
    interactiveMode: 'Never',
  };
  const file = join(directory, 'config');
  writeFileSync(file, kubeconfigText({ user: { exec } }));
  const child = spawn(process.execPath, [program, file, String(lifetime)], { stdio: 'inherit' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });

  return child;
}

async function innerPid(): Promise<number> {
  const pid = await vi.waitUntil(
    () => existsSync(pidFile) && readFileSync(pidFile, 'utf8'),
    20_000,
  );

  return Number(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);

    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('F10 a credential plugin', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with the program that gets %s, and the program ends by that signal',
    async (signal) => {
      const child = startProgram();
      const pid = await innerPid();
      const ended = once(child, 'exit');
      child.kill(signal);

      expect(await ended).toEqual([null, signal]);
      expect(await vi.waitUntil(() => !isRunning(pid), 5_000)).toBe(true);
    },
  );

  it('ends with the program even if it ignores the signal', async () => {
    const child = startProgram({ stubborn: true });
    const pid = await innerPid();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');

    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(await vi.waitUntil(() => !isRunning(pid), 5_000)).toBe(true);
  });

  it('ends when the program ends by itself', async () => {
    const child = startProgram({ stubborn: true, lifetime: 3_000 });
    const pid = await innerPid();

    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await vi.waitUntil(() => !isRunning(pid), 5_000)).toBe(true);
  });
});
