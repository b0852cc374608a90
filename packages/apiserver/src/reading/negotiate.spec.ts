import { type StatusError } from '@rxkube/protocol';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { BUILT_IN_RESOURCES } from '../resources/built-in-resources.js';
import { TableForm } from '../tables/table-form.js';
import { type Representation } from '../presentation/representation.js';
import { negotiate } from './negotiate.js';

const AS = 'application/json;as=PartialObjectMetadata';
const AS_LIST = 'application/json;as=PartialObjectMetadataList';

const [served] = BUILT_IN_RESOURCES.filter(({ plural }) => plural === 'pods');

function negotiated(
  accept: string | undefined,
  subject: 'object' | 'list',
  query: Readonly<Record<string, string>> = {},
): Representation {
  if (served === undefined) throw new Error('pods are served');
  const headers: Record<string, string> = accept === undefined ? {} : { accept };

  return negotiate({ scheduler: new VirtualTimeScheduler() }, { headers, query }, served, subject);
}

function refusal(accept: string, subject: 'object' | 'list'): StatusError | undefined {
  try {
    negotiated(accept, subject);
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
    ['application/json;as=Table;g=meta.k8s.io;v=v2, application/json', 'list', 'whole'],
    [`${AS_LIST};g=other;v=v1, */*`, 'list', 'whole'],
  ] as const)('takes %j for a %s as %s', (accept, subject, expected) => {
    expect(negotiated(accept, subject)).toBe(expected);
  });

  it.each(['object', 'list'] as const)('makes tables of an %s', (subject) => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1beta1, application/json';

    expect(negotiated(accept, subject, { includeObject: 'None' })).toBeInstanceOf(TableForm);
    expect(() => negotiated(accept, subject, { includeObject: 'All' })).toThrow(
      expect.objectContaining({
        code: 400,
        serverMessage:
          "Unable to convert to Table as requested: includeObject: Invalid value: \"All\": must be 'Metadata', 'Object', 'None', or empty",
      }) as Error,
    );
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
