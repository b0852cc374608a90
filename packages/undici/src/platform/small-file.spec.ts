import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { readSmallFile } from './small-file.js';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'rxkube-'));
  onTestFinished(() => {
    rmSync(path, { recursive: true });
  });

  return path;
}

describe('readSmallFile', () => {
  it('reads a file of 1 MiB', () => {
    const file = join(directory(), 'file');
    writeFileSync(file, 'x'.repeat(1024 * 1024));

    expect(readSmallFile(file)).toHaveLength(1024 * 1024);
  });

  it('F6 refuses a file beyond 1 MiB', () => {
    const file = join(directory(), 'file');
    writeFileSync(file, 'x'.repeat(1024 * 1024 + 1));

    expect(() => readSmallFile(file)).toThrow(/at most 1048576 bytes/u);
  });

  it.skipIf(process.platform === 'win32')('F6 refuses a pipe and a device at once', () => {
    const pipe = join(directory(), 'pipe');
    execFileSync('mkfifo', [pipe]);

    expect(() => readSmallFile(pipe)).toThrow(/regular file/u);
    expect(() => readSmallFile('/dev/zero')).toThrow(/regular file/u);
    expect(() => readSmallFile(directory())).toThrow(/regular file/u);
  });
});
