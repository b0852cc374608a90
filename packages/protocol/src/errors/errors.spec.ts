import { describe, expect, it } from 'vitest';

import {
  DecodeError,
  ProtocolError,
  StatusError,
  type StatusErrorFields,
  TransportError,
  invalidArgument,
  isExpired,
  isForbidden,
  isKubeError,
  isNotFound,
  isThrottled,
  isTooLarge,
  retryAfter,
} from './errors.js';

function status(fields: Partial<StatusErrorFields>): StatusError {
  return new StatusError({ code: 0, reason: '', serverMessage: '', ...fields });
}

const COMPACTED = 'etcdserver: mvcc: required revision has been compacted';
const CONTINUE =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.';

describe('isExpired', () => {
  it.each<[string, Partial<StatusErrorFields>]>([
    ['410 with Expired', { code: 410, reason: 'Expired' }],
    ['410 with Gone', { code: 410, reason: 'Gone' }],
    ['410 without a body', { code: 410 }],
    ['410 with a page of HTML', { code: 410, serverMessage: '<html>Gone</html>' }],
    ['410 with a reason it does not know', { code: 410, reason: 'Whatever' }],
    ['Expired without a code', { reason: 'Expired' }],
    ['Gone without a code', { reason: 'Gone' }],
    [
      'a compacted store behind a 500',
      { code: 500, reason: 'InternalError', serverMessage: COMPACTED },
    ],
    ['words alone', { serverMessage: 'too old resource version: 5 (10)' }],
    [
      'words behind a 500 without a reason',
      { code: 500, serverMessage: 'too old resource version: 5 (10)' },
    ],
    [
      'the words of the first store',
      { serverMessage: 'The event in requested index is outdated and cleared' },
    ],
  ])('recognises %s', (_form, fields) => {
    expect(isExpired(status(fields))).toBe(true);
  });

  it.each<[string, Partial<StatusErrorFields>]>([
    ['a plain 500', { code: 500, reason: 'InternalError' }],
    [
      'the words in a message about something else',
      { code: 403, reason: 'Forbidden', serverMessage: 'too old resource version' },
    ],
    [
      'a version that is ahead',
      {
        code: 504,
        reason: 'Timeout',
        serverMessage: 'Timeout: Too large resource version: 9, current: 1',
      },
    ],
    ['nothing at all', {}],
  ])('leaves %s alone', (_form, fields) => {
    expect(isExpired(status(fields))).toBe(false);
  });

  it.each([undefined, null, 410, 'Expired', { code: 410 }, new Error('410 Expired')])(
    'takes %o for no status',
    (value) => {
      expect(isExpired(value)).toBe(false);
    },
  );
});

describe('expiredBy', () => {
  it.each<[string, Partial<StatusErrorFields>]>([
    ['window', { code: 410, reason: 'Expired', serverMessage: 'too old resource version: 5 (10)' }],
    [
      'compaction',
      {
        code: 410,
        reason: 'Expired',
        serverMessage: 'The resourceVersion for the provided watch is too old.',
      },
    ],
    [
      'compaction',
      {
        code: 410,
        reason: 'Expired',
        serverMessage: 'The resourceVersion for the provided list is too old.',
      },
    ],
    ['compaction', { code: 500, serverMessage: COMPACTED }],
    ['continue', { code: 410, reason: 'Expired', serverMessage: CONTINUE }],
    ['unknown', { code: 410 }],
  ])('says %s', (cause, fields) => {
    expect(status(fields).expiredBy).toBe(cause);
  });

  it('is undefined for an error that is not about a position', () => {
    expect(status({ code: 403, serverMessage: CONTINUE }).expiredBy).toBeUndefined();
  });
});

describe('isTooLarge', () => {
  const text = 'Timeout: Too large resource version: 750, current: 1';

  it.each<[string, Partial<StatusErrorFields>]>([
    [
      'a cause with a reason',
      {
        code: 504,
        reason: 'Timeout',
        details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
      },
    ],
    [
      'a cause with a message',
      {
        code: 504,
        reason: 'Timeout',
        details: { causes: [{ message: 'Too large resource version' }] },
      },
    ],
    ['the message alone', { code: 504, reason: 'Timeout', serverMessage: text }],
    ['the message without code and reason', { serverMessage: text }],
    ['the reason without a code', { reason: 'Timeout', serverMessage: text }],
    [
      'the second of two causes',
      { code: 504, details: { causes: [{ field: 'a' }, { reason: 'ResourceVersionTooLarge' }] } },
    ],
  ])('recognises %s', (_form, fields) => {
    expect(isTooLarge(status(fields))).toBe(true);
  });

  it.each<[string, Partial<StatusErrorFields>]>([
    ['a 504 of a proxy', { code: 504, serverMessage: '<html>Gateway Time-out</html>' }],
    [
      'a timeout of another kind',
      {
        code: 504,
        reason: 'Timeout',
        serverMessage: 'Timeout: request did not complete',
        details: { causes: [] },
      },
    ],
    ['the words behind another code', { code: 403, reason: 'Forbidden', serverMessage: text }],
  ])('leaves %s alone', (_form, fields) => {
    expect(isTooLarge(status(fields))).toBe(false);
  });

  it('takes other errors for no status', () => {
    expect(isTooLarge(new TransportError({ phase: 'body', problem: text }))).toBe(false);
  });
});

describe('isForbidden, isNotFound, isThrottled', () => {
  it.each([
    { guard: isForbidden, code: 403, reason: 'Forbidden' },
    { guard: isNotFound, code: 404, reason: 'NotFound' },
    { guard: isThrottled, code: 429, reason: 'TooManyRequests' },
  ])('go by the code $code or the reason $reason', ({ guard, code, reason }) => {
    expect(guard(status({ code }))).toBe(true);
    expect(guard(status({ reason }))).toBe(true);
    expect(guard(status({ code, reason: 'Other' }))).toBe(true);
    expect(guard(status({ code: 500, reason: 'InternalError' }))).toBe(false);
    expect(guard(new Error(reason))).toBe(false);
  });
});

describe('retryAfter', () => {
  it('reads the wait of a status error and of nothing else', () => {
    expect(retryAfter(status({ code: 429, retryAfter: 1000 }))).toBe(1000);
    expect(retryAfter(status({ code: 429 }))).toBeUndefined();
    expect(retryAfter({ retryAfter: 1000 })).toBeUndefined();
  });
});

describe('isKubeError', () => {
  it.each([
    new TransportError({ phase: 'connect', problem: 'refused' }),
    status({ code: 500 }),
    new DecodeError({ problem: 'json', path: '', expected: 'JSON' }),
    new ProtocolError({ rule: 'redirect', problem: 'follows none' }),
  ])('recognises %s', (error) => {
    expect(isKubeError(error)).toBe(true);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(error._tag);
  });

  it('recognises an error of another copy of the package', () => {
    expect(isKubeError(Object.assign(new Error('x'), { _tag: 'StatusError' }))).toBe(true);
  });

  it.each([
    undefined,
    null,
    'StatusError',
    {},
    new Error('x'),
    { _tag: 'StatusError' },
    Object.assign(new Error('x'), { _tag: 'Left' }),
  ])('refuses %o', (value) => {
    expect(isKubeError(value)).toBe(false);
  });
});

describe('messages', () => {
  const cause = new Error('socket hang up');

  it('name code, request and problem of a lost connection, and keep the cause', () => {
    const error = new TransportError({
      phase: 'connect',
      code: 'ECONNREFUSED',
      request: 'GET /api/v1/pods',
      problem: 'no server listens there',
      cause,
    });

    expect(error.message).toBe('ECONNREFUSED: GET /api/v1/pods: no server listens there');
    expect(error.cause).toBe(cause);
  });

  it('name code, reason and request of a refusal before the words of the server', () => {
    const error = status({
      code: 403,
      reason: 'Forbidden',
      request: 'GET /api/v1/pods',
      serverMessage: 'pods is forbidden',
    });

    expect(error.message).toBe('403 Forbidden: GET /api/v1/pods: pods is forbidden');
    expect('cause' in error).toBe(false);
  });

  it('leave out a code and a reason that the server did not give', () => {
    expect(status({}).message).toBe('the server gave no message');
    expect(status({ reason: 'Expired' }).message).toBe('Expired: the server gave no message');
    expect(status({ code: 502, serverMessage: 'bad gateway' }).message).toBe('502: bad gateway');
  });

  it('name the key and the path of an object that does not decode', () => {
    const error = new DecodeError({
      problem: 'object',
      path: 'object.spec.size',
      expected: 'number',
      key: 'default/a',
      text: '{"spec"}',
    });

    expect(error.message).toBe('object: default/a: object.spec.size: number: got {"spec"}');
    expect(new DecodeError({ problem: 'json', path: '', expected: 'JSON' }).message).toBe(
      'json: document: JSON',
    );
  });

  it('F19 keep no stack if the server can cause them, and leave that of others alone', () => {
    const error = new DecodeError({ problem: 'json', path: '', expected: 'JSON' });

    expect(error.stack).toBe(`DecodeError: ${error.message}`);
    expect(new Error('other').stack).toContain('\n');
  });

  it('name the argument that cannot work', () => {
    const error = invalidArgument('pageSize', '-1 is no page size', cause);

    expect(error).toMatchObject({
      _tag: 'ProtocolError',
      rule: 'invalidArgument',
      field: 'pageSize',
      cause,
    });
    expect(error.message).toBe('invalidArgument: pageSize: -1 is no page size');
  });
});
