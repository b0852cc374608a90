import { ChildProcess } from 'node:child_process';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { type Program, runProgram } from './run-program.js';

const hanging: Program = {
  file: process.execPath,
  args: ['-e', 'setInterval(() => {}, 1000); console.log("ready")'],
  env: {},
  interactive: false,
  maxOutput: 1_024,
  keptStderr: 0,
};

function notPermitted(): Error {
  return Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe.skipIf(process.platform === 'win32')('runProgram', () => {
  it('F1 survives a program that cannot be signalled, whether it is interactive or not', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const signals: unknown[] = [];
    const pids: number[] = [];
    const kill = process.kill.bind(process);
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      signals.push(signal);
      pids.push(pid);
      throw notPermitted();
    });
    vi.spyOn(ChildProcess.prototype, 'kill').mockImplementation(function (
      this: ChildProcess,
      signal,
    ) {
      signals.push(signal);
      if (this.pid !== undefined) pids.push(this.pid);

      // Node reports the failure as an event.
      return !this.emit('error', notPermitted());
    });
    const errors: unknown[] = [];
    for (const interactive of [false, true]) {
      runProgram({ ...hanging, interactive })
        .subscribe({ error: (error: unknown) => errors.push(error) })
        .unsubscribe();
    }
    vi.advanceTimersByTime(10_000);
    for (const pid of new Set(pids)) kill(pid, 'SIGKILL');

    expect(signals).toEqual(['SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGKILL']);
    expect(errors).toEqual([]);
  });
});
