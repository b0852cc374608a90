import { type Status, isWatch, pods } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { virtualServer } from '../../../../test/support/virtual-server.js';
import { type Fault } from './fault.js';

const PODS = '/api/v1/pods';

/** The result of a watch that meets a fault, with two existing pods and a new one. */
function watched(fault: Fault): {
  readonly status: number | undefined;
  readonly text: string;
  readonly end: unknown;
} {
  const all = virtualServer();
  for (const name of ['a', 'b']) all.server.store.create(pods, { metadata: { name } });
  all.server.faults.next({ when: isWatch, ...fault });
  const { status, text, end } = (() => {
    const seen = all.ask(PODS, { watch: 'true', resourceVersion: '1' });
    all.runTo(1);
    all.server.store.create(pods, { metadata: { name: 'c' } });

    return seen;
  })();

  return { status, text, end };
}

function lines(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function failure(code: number, reason: string, message: string): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  };
}

describe('a fault shows', () => {
  it.each([
    {
      row: 'an odd answer of etcd behind a compaction',
      status: failure(
        500,
        'InternalError',
        'Internal error occurred: etcd event received with PrevKv=nil (key="/registry/pods/default/a", modRevision=2, type=DELETE)',
      ),
    },
    {
      row: 'a deletion of an object that was corrupt',
      status: failure(
        500,
        'StorageReadError',
        'saw a DELETED event, but object data is corrupt - key: "/registry/pods/default/a"',
      ),
    },
    { row: 'the expiry of old servers', status: failure(410, 'Gone', 'too old resource version') },
  ])('$row: an ERROR frame as the last of a stream', ({ status }) => {
    const seen = watched({ error: { afterLines: 1, status } });

    expect(seen).toMatchObject({ status: 200, end: 'complete' });
    expect(lines(seen.text)).toEqual([
      expect.objectContaining({ type: 'ADDED' }),
      { type: 'ERROR', object: status },
    ]);
  });

  it('an ERROR frame before any other', () => {
    const status = failure(500, 'InternalError', 'Internal error occurred: no');
    const seen = watched({ error: { afterBytes: 0, status } });

    expect(lines(seen.text)).toEqual([{ type: 'ERROR', object: status }]);
  });

  it.each(['Gone', 'Expired'])('the 410 of a proxy, as the response to a watch: %s', (reason) => {
    const body = failure(410, reason, 'too old resource version: 1 (2)');
    const seen = watched({ answer: { status: 410, body } });

    expect(seen).toMatchObject({ status: 410, end: 'complete' });
    expect(JSON.parse(seen.text)).toEqual(body);
  });

  it('a connection that is cut in the middle of an object', () => {
    const seen = watched({ cut: { afterBytes: 100 } });

    expect(seen.status).toBe(200);
    expect(seen.text).toHaveLength(100);
    expect(seen.text).not.toContain('\n');
    expect(seen.end).toMatchObject({ _tag: 'TransportError', code: 'ECONNRESET' });
  });

  it('a frame that cannot be decoded, between two that can', () => {
    const seen = watched({ garbage: { afterLines: 1, bytes: '{"type":"MODIFIED","object":[}\n' } });
    const [first, broken, ...rest] = seen.text.split('\n');

    expect(() => JSON.parse(broken ?? '') as unknown).toThrow(SyntaxError);
    expect(lines([first, ...rest].join('\n'))).toHaveLength(3);
    expect(seen.end).toBe('open');
  });
});
