import { stripVTControlCharacters } from 'node:util';

import { objectOf } from '@rxkube/testing';
import { type KubeObject, type SyncEvent, cacheReduce, pods, resourceVersion } from 'rxkube';
import { lastValueFrom, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { NOTHING_YET } from './counts.js';
import { terminalReport } from './terminal-report.js';

/** A terminal that keeps what is written to it. */
class Terminal {
  written = '';
  readonly isTTY = true;

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {}

  write(text: string): boolean {
    this.written += text;

    return true;
  }

  on(): this {
    return this;
  }
}

function podsOf(count: number): readonly KubeObject[] {
  return Array.from({ length: count }, (_, at) => {
    const pod = objectOf(pods)(`shop/p${String(at)}@u${String(at)}/1`);

    return { ...pod, metadata: { ...pod.metadata, labels: { app: `app-${String(at % 8)}` } } };
  });
}

async function screenOf(columns: number, rows: number): Promise<readonly string[]> {
  const terminal = new Terminal(columns, rows);
  const report = terminalReport('rxkube: pods', terminal as unknown as NodeJS.WriteStream);
  const snapshot = await lastValueFrom(
    of<SyncEvent<KubeObject>[]>(
      { _tag: 'ListStarted' },
      { _tag: 'Listed', objects: podsOf(100) },
      { _tag: 'ListCompleted', resourceVersion: resourceVersion('10') },
    ).pipe(cacheReduce()),
  );
  const sentences = [{ at: 4.2, text: 'connection cut', tone: 'bad' as const }];
  report.show({
    elapsed: 5,
    snapshot,
    counts: NOTHING_YET,
    eventsPerSecond: 7,
    story: { sentences, retryAt: 6_000 },
    retryInMs: 1_240,
    marbles: '-(slc)w-i',
    accident: 'cut',
  });

  return stripVTControlCharacters(terminal.written).trimEnd().split('\n');
}

describe('terminalReport', () => {
  it.each([
    [80, 24],
    [130, 40],
  ])('fits a terminal of %d columns and %d rows', async (columns, rows) => {
    const screen = await screenOf(columns, rows);

    expect(Math.max(...screen.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(screen.length).toBeLessThanOrEqual(rows);
    expect(screen[1]).toBe(
      'live · 5 s · 100 objects · 7/s · resumes 0 · relists 0 · next try 1.2 s',
    );
    expect(screen).toContain('   4.2 s: connection cut');
    expect(screen).toContain('-(slc)w-i');
    expect(screen.join(' ')).toContain('i interrupted, - 100 ms');
  });

  it('shows a row for each deployment if they fit, else for each namespace', async () => {
    expect((await screenOf(100, 40)).filter((line) => line.startsWith('shop/app-'))).toHaveLength(
      8,
    );
    expect((await screenOf(100, 20)).filter((line) => line.startsWith('shop'))).toEqual([
      expect.stringMatching(/^shop +░+ +100 pending$/u),
    ]);
  });
});
