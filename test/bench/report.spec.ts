import { describe, expect, it } from 'vitest';

import { type Run } from './bench.mjs';
import { figures } from './report/figures.mjs';
import { markdown } from './report/markdown.mjs';

describe('the report of the bench', () => {
  it('goes by the worse quartile of the ratios of pairs, not by their median', () => {
    const report = reportOf([
      ...[0.8, 0.92, 0.95, 1].map((ratio, round) => entry('rxkube-eager', round, ratio)),
      ...[1.6, 1.6, 1.7, 1.8].map((ratio, round) => entry('rxkube-omit', round, ratio)),
    ]);

    expect(report).toMatch(/eager against the floor .* 0\.89 \| .*0\.94 .* no /u);
    expect(report).toMatch(/omit against the floor .* 1\.60 \| .* yes /u);
    expect(report).not.toContain('deferred');
  });

  it('says who ended in a wrong state, who failed and who did not run', () => {
    const report = reportOf(
      [
        entry('rxkube-eager', 1, 1),
        { ...entry('client-node', 1, 1), measured: { wrong: '1 missing', isChecked: true } },
        { ...entry('kube-rs-json', 1, 1), measured: { problem: 'ended before "listed"' } },
      ],
      { 'client-go-json': 'there is no "go" on the path' },
    );

    expect(report).toContain('a load of 9');
    expect(report).toMatch(/\| rxkube-eager .* right /u);
    expect(report).toContain('**wrong in 1 of 1** (1 missing)');
    expect(report).toContain('1 of 1 failed: ended before "listed"');
    expect(report).toContain('- `client-go-json` did not run: there is no "go" on the path.');
  });
});

function entry(name: string, round: number, ratio: number) {
  return {
    name,
    round,
    measured: { isChecked: true, watchCpuMs: 1_000 },
    base: { watchCpuMs: 1_000 * ratio },
  };
}

function reportOf(entries: Run['outcomes'][number]['entries'], absent = {}): string {
  const run: Run = {
    machine: { processor: 'a processor', cores: 2, isPinned: true, node: 'v20', load: 9 },
    outcomes: [
      {
        suite: {
          name: 'pods',
          title: 'the main workload',
          workload: { kind: 'Pod', count: 1, events: 1 },
          rounds: 1,
          base: 'floor',
          contenders: [],
          task: { until: 'watched' },
        },
        sent: { bytes: 1, events: 1 },
        entries,
        absent,
      },
    ],
    snapshots: [],
  };

  return markdown(run, figures(run));
}
