import { type StatusError } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { negotiate } from './negotiate.js';

const AS = 'application/json;as=PartialObjectMetadata';
const AS_LIST = 'application/json;as=PartialObjectMetadataList';

function refusal(accept: string, subject: 'object' | 'list'): StatusError | undefined {
  try {
    negotiate(accept, subject, 'Pod');
  } catch (error) {
    return error as StatusError;
  }

  return undefined;
}

describe('negotiate', () => {
  it.each([
    [undefined, 'list', 'whole'],
    ['', 'list', 'whole'],
    ['*/*', 'object', 'whole'],
    ['application/json', 'list', 'whole'],
    [`${AS_LIST};g=meta.k8s.io;v=v1`, 'list', 'meta.k8s.io/v1'],
    [`${AS_LIST}; g=meta.k8s.io; v=v1beta1`, 'list', 'meta.k8s.io/v1beta1'],
    [`${AS};g=meta.k8s.io;v=v1, application/json`, 'object', 'meta.k8s.io/v1'],
    ['application/vnd.kubernetes.protobuf, application/json', 'list', 'whole'],
    ['application/json;as=Table;g=meta.k8s.io;v=v1, application/json', 'list', 'whole'],
    [`${AS_LIST};g=other;v=v1, */*`, 'list', 'whole'],
  ] as const)('takes %j for a %s as %s', (accept, subject, expected) => {
    expect(negotiate(accept, subject, 'Pod')).toBe(expected);
  });

  it.each([
    ['text/html', 'list', 'only the following media types are accepted: application/json'],
    [
      `${AS};g=meta.k8s.io;v=v1, application/json`,
      'list',
      'you requested PartialObjectMetadata, but the requested object is a list (PodList)',
    ],
    [
      `${AS_LIST};g=meta.k8s.io;v=v1`,
      'object',
      'you requested PartialObjectMetadataList, but the requested object is not a list (Pod)',
    ],
  ] as const)('refuses %j for a %s', (accept, subject, message) => {
    expect(refusal(accept, subject)).toMatchObject({
      code: 406,
      reason: 'NotAcceptable',
      serverMessage: message,
    });
  });
});
