import { describe, expect, it } from 'vitest';

import { podStatus } from './pod-status.js';
import { type Pod } from './pods.js';

const running = { name: 'main', ready: true, state: { running: {} } };
const done = { name: 'job', state: { terminated: { exitCode: 0, reason: 'Completed' } } };
const failed = { name: 'bad', state: { terminated: { exitCode: 1, reason: 'Error' } } };
const init = { initContainers: [{ name: 'first' }, { name: 'second' }] };

function pod(status: unknown, spec: unknown = {}, metadata: object = {}): Pod {
  return { metadata: { name: 'a', ...metadata }, spec, status } as Pod;
}

describe('podStatus', () => {
  it.each<[string, Pod]>([
    ['Pending', pod(undefined)],
    ['Running', pod({ phase: 'Running', containerStatuses: [running] })],
    ['Evicted', pod({ phase: 'Failed', reason: 'Evicted' })],
    ['SchedulingGated', pod({ conditions: [{ type: 'PodScheduled', reason: 'SchedulingGated' }] })],
    [
      'CrashLoopBackOff',
      pod({ containerStatuses: [running, { state: { waiting: { reason: 'CrashLoopBackOff' } } }] }),
    ],
    ['ExitCode:3', pod({ containerStatuses: [{ state: { terminated: { exitCode: 3 } } }] })],
    [
      'Signal:9',
      pod({ containerStatuses: [{ state: { terminated: { exitCode: 137, signal: 9 } } }] }),
    ],
    ['Completed', pod({ phase: 'Succeeded', containerStatuses: [done] })],
    ['Error', pod({ containerStatuses: [done, failed] })],
    ['NotReady', pod({ containerStatuses: [done, running] })],
    [
      'Running',
      pod({
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [done, running],
      }),
    ],
    ['Init:0/2', pod({ initContainerStatuses: [{ name: 'first', state: {} }] }, init)],
    [
      'Init:ImagePullBackOff',
      pod(
        { initContainerStatuses: [done, { state: { waiting: { reason: 'ImagePullBackOff' } } }] },
        init,
      ),
    ],
    ['Init:Error', pod({ initContainerStatuses: [failed] }, init)],
    [
      'Running',
      pod(
        {
          phase: 'Running',
          initContainerStatuses: [{ name: 'side', started: true, state: { running: {} } }],
          containerStatuses: [running],
        },
        { initContainers: [{ name: 'side', restartPolicy: 'Always' }] },
      ),
    ],
    [
      'NotReady',
      pod(
        {
          conditions: [{ type: 'Initialized', status: 'True' }],
          phase: 'Running',
          initContainerStatuses: [{ name: 'first', state: {} }],
          containerStatuses: [done, { ...running, ready: true }],
        },
        init,
      ),
    ],
    ['Terminating', pod({ phase: 'Running' }, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' })],
    [
      'Unknown',
      pod({ phase: 'Running', reason: 'NodeLost' }, {}, { deletionTimestamp: '2026-01-01' }),
    ],
    ['Succeeded', pod({ phase: 'Succeeded' }, {}, { deletionTimestamp: '2026-01-01' })],
  ])('is %s', (status, of) => {
    expect(podStatus(of)).toBe(status);
  });

  it('takes fields of another type as empty', () => {
    const broken = pod(
      { phase: 7, conditions: 'x', containerStatuses: [null, 3], initContainerStatuses: {} },
      { initContainers: 'x' },
    );

    expect(podStatus(broken)).toBe('Pending');
  });
});
