import { describe, expect, it } from 'vitest';

import { podTable } from './pod-table.js';

const NOW = Date.parse('2026-01-01T01:00:00Z');
const main = { name: 'main', ready: true, restartCount: 0, state: { running: {} } };
const init = { name: 'init', restartCount: 1 };
const done = { terminated: { exitCode: 0, reason: 'Completed' } };

interface Parts {
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

/** Ready, status and restarts of a pod with a container, and perhaps with init containers. */
function summary({ metadata, spec, status }: Parts): string {
  const pod = {
    metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
    spec: { containers: [{ name: 'main' }], ...spec },
    status: { phase: 'Running', ...status },
  };

  return podTable.cells(pod, NOW).slice(1, 4).join(' ');
}

describe('podTable', () => {
  it.each<[string, string, Parts]>([
    ['runs', '1/1 Running 0', { status: { containerStatuses: [main] } }],
    ['is new', '0/1 Pending 0', { status: { phase: undefined } }],
    ['was evicted', '0/1 Evicted 0', { status: { phase: 'Failed', reason: 'Evicted' } }],
    [
      'crashes',
      '0/1 CrashLoopBackOff 3 (10m ago)',
      {
        status: {
          containerStatuses: [
            {
              ...main,
              ready: false,
              restartCount: 3,
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              lastState: { terminated: { finishedAt: '2026-01-01T00:50:00Z' } },
            },
          ],
        },
      },
    ],
    [
      'ended with an error',
      '0/1 ExitCode:3 0',
      { status: { containerStatuses: [{ ...main, state: { terminated: { exitCode: 3 } } }] } },
    ],
    [
      'ended by a signal',
      '0/1 Signal:9 0',
      {
        status: {
          containerStatuses: [{ ...main, state: { terminated: { exitCode: 137, signal: 9 } } }],
        },
      },
    ],
    [
      'has one container that is done beside one that runs',
      '1/2 Running 0',
      {
        spec: { containers: [{ name: 'job' }, { name: 'main' }] },
        status: {
          conditions: [{ type: 'Ready', status: 'True' }],
          containerStatuses: [{ name: 'job', state: done }, main],
        },
      },
    ],
    [
      'has one container that is done beside one that runs, and is not ready',
      '1/2 NotReady 0',
      {
        spec: { containers: [{ name: 'job' }, { name: 'main' }] },
        status: { containerStatuses: [{ name: 'job', state: done }, main] },
      },
    ],
    [
      'waits for init containers',
      '0/1 Init:1/2 2',
      {
        spec: { initContainers: [{ name: 'init' }, { name: 'second' }] },
        status: {
          phase: 'Pending',
          initContainerStatuses: [
            { ...init, state: done },
            { ...init, name: 'second', state: { running: {} } },
          ],
        },
      },
    ],
    [
      'has an init container that fails',
      '0/1 Init:Error 1',
      {
        spec: { initContainers: [{ name: 'init' }] },
        status: {
          initContainerStatuses: [
            { ...init, state: { terminated: { exitCode: 1, reason: 'Error' } } },
          ],
        },
      },
    ],
    [
      'has a sidecar, which counts',
      '2/2 Running 1',
      {
        spec: { initContainers: [{ name: 'init', restartPolicy: 'Always' }] },
        status: {
          initContainerStatuses: [{ ...init, started: true, ready: true, state: { running: {} } }],
          containerStatuses: [main],
        },
      },
    ],
    [
      'may not be scheduled',
      '0/1 SchedulingGated 0',
      {
        status: {
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', reason: 'SchedulingGated' }],
        },
      },
    ],
    [
      'is about to go',
      '1/1 Terminating 0',
      {
        metadata: { deletionTimestamp: '2026-01-01T00:59:00Z' },
        status: { containerStatuses: [main] },
      },
    ],
    [
      'was lost with its node',
      '0/1 Unknown 0',
      {
        metadata: { deletionTimestamp: '2026-01-01T00:59:00Z' },
        status: { reason: 'NodeLost' },
      },
    ],
  ])('tells of a pod that %s', (_, expected, parts) => {
    expect(summary(parts)).toBe(expected);
  });

  it('shows the node of a pod, and that a pod has ended', () => {
    const pod = {
      metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { nodeName: 'n', readinessGates: [{ conditionType: 'X' }, { conditionType: 'Y' }] },
      status: {
        phase: 'Succeeded',
        podIPs: [{ ip: '10.0.0.1' }],
        conditions: [{ type: 'X', status: 'True' }],
      },
    };

    expect(podTable.cells(pod, NOW).slice(4)).toEqual(['60m', '10.0.0.1', 'n', '<none>', '1/2']);
    expect(podTable.conditions?.(pod)).toMatchObject([{ type: 'Completed', reason: 'Succeeded' }]);
    expect(podTable.conditions?.({ status: { phase: 'Running' } })).toBeUndefined();
  });
});
