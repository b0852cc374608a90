import { type Status } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { POD, bytes, pod, status, unknown } from '../../../../test/support/protobuf.js';
import { statusOf } from './status-of.js';

const tooLarge: Status = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  message: 'Timeout: Too large resource version: 99, current: 5',
  reason: 'Timeout',
  details: {
    name: 'web',
    group: 'apps',
    kind: 'pods',
    uid: 'u1',
    causes: [
      { reason: 'ResourceVersionTooLarge', message: 'Too large resource version', field: 'f' },
      {},
    ],
    retryAfterSeconds: 1,
  },
  code: 504,
};

describe('statusOf', () => {
  it('reads all fields as JSON has them', () => {
    expect(statusOf(status(tooLarge))).toEqual(tooLarge);
  });

  it('reads the continue token that an expired list offers', () => {
    const expired = { ...tooLarge, metadata: { continue: 'token' }, code: 410 };

    expect(statusOf(status(expired))).toMatchObject({ metadata: { continue: 'token' }, code: 410 });
  });

  it('is none where there is none', () => {
    expect(statusOf(unknown(POD, pod({ name: 'a' })))).toBeUndefined();
    expect(statusOf(bytes('<html>'))).toBeUndefined();
    expect(statusOf(bytes('k8s\0\n'))).toBeUndefined();
    expect(statusOf(new Uint8Array(0))).toBeUndefined();
    expect(statusOf(status(tooLarge).subarray(0, 60))).toBeUndefined();
  });
});
