import { describe, expect, it } from 'vitest';

import { isExpired, isTooLarge } from '../errors/errors.js';
import { Status } from './status.js';
import { statusError } from './status-error.js';

describe('statusError', () => {
  it('reads a whole Status', () => {
    const body = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: { continue: 'token' },
      status: 'Failure',
      message: CONTINUE,
      reason: 'Expired',
      details: {
        kind: 'pods',
        retryAfterSeconds: 2,
        causes: [{ reason: 'a', message: 'b', field: 'c' }],
      },
      code: 410,
    };

    expect(statusError(body, { request: 'GET /api/v1/pods' })).toMatchObject({
      _tag: 'StatusError',
      code: 410,
      reason: 'Expired',
      serverMessage: CONTINUE,
      details: body.details,
      retryAfter: 2000,
      continueToken: 'token',
      request: 'GET /api/v1/pods',
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an array', [{ code: 410 }]],
    ['a number', 410],
    ['an empty object', {}],
  ])('goes by the HTTP status where the body is %s', (_what, body) => {
    expect(statusError(body, { httpStatus: 410 })).toMatchObject({
      code: 410,
      reason: '',
      serverMessage: '',
      retryAfter: undefined,
    });
    expect(statusError(body)).toMatchObject({ code: 0, reason: '' });
  });

  it('takes a text for the message, and no more than 1 KiB of it', () => {
    const page = `  <html>${'x'.repeat(5000)}</html>  `;

    expect(statusError('  server is starting\n', { httpStatus: 503 }).serverMessage).toBe(
      'server is starting',
    );
    expect(statusError(page, { httpStatus: 502 }).serverMessage).toHaveLength(1024);
    expect(statusError({ message: page, code: 502 }).serverMessage).toHaveLength(1024);
  });

  it('believes the code of the body before that of a gateway', () => {
    expect(isExpired(statusError({ code: 410 }, { httpStatus: 500 }))).toBe(true);
    expect(statusError({ code: 0, reason: 'Expired' }, { httpStatus: 410 }).code).toBe(410);
  });

  it.each([16, -1, 200, 399, 600, 403.5, Number.POSITIVE_INFINITY, '403', null, {}, true])(
    'falls back to the HTTP status where the code of the body is %o',
    (code) => {
      expect(statusError({ code, message: 'm' }, { httpStatus: 401 })).toMatchObject({
        code: 401,
        serverMessage: 'm',
      });
    },
  );

  it('keeps each good field beside those of the wrong type', () => {
    const body = {
      message: 7,
      reason: 'Timeout',
      code: 504,
      metadata: null,
      details: {
        name: 1,
        kind: 'pods',
        retryAfterSeconds: 1,
        causes: [null, 'x', { reason: 3 }, { reason: 'ResourceVersionTooLarge' }],
      },
    };
    const error = statusError(body);

    expect(error).toMatchObject({
      code: 504,
      reason: 'Timeout',
      serverMessage: '',
      retryAfter: 1000,
    });
    expect(error.details).toEqual({
      kind: 'pods',
      retryAfterSeconds: 1,
      causes: [{ reason: 'ResourceVersionTooLarge' }],
    });
    expect(isTooLarge(error)).toBe(true);
  });

  it('keeps the wait if the causes are not a list', () => {
    expect(statusError({ details: { causes: null, retryAfterSeconds: 5 } })).toMatchObject({
      retryAfter: 5000,
      details: { retryAfterSeconds: 5 },
    });
  });

  it.each([0, -3, Number.POSITIVE_INFINITY, '5', null])(
    'asks for no wait of %o seconds',
    (seconds) => {
      expect(
        statusError({ code: 429, details: { retryAfterSeconds: seconds } }).retryAfter,
      ).toBeUndefined();
    },
  );

  it('prefers the wait of the header', () => {
    const error = statusError({ details: { retryAfterSeconds: 1 } }, { retryAfter: 7000 });

    expect(error.retryAfter).toBe(7000);
  });

  it('is not misled by fields of the prototype', () => {
    const body: unknown = JSON.parse(
      '{"__proto__":{"code":410,"reason":"Expired"},"details":{"__proto__":{"retryAfterSeconds":9},"kind":"pods"}}',
    );
    const error = statusError(body, { httpStatus: 500 });

    expect(error).toMatchObject({ code: 500, reason: '', retryAfter: undefined });
    expect(error.details).toEqual({ kind: 'pods' });
    expect(({} as Record<string, unknown>)['code']).toBeUndefined();
  });
});

describe('Status', () => {
  it('takes a body with fields missing, and refuses one with a field of the wrong type', () => {
    expect(Status.is({})).toBe(true);
    expect(Status.is({ code: 410, details: { causes: [] } })).toBe(true);
    expect(Status.is({ code: '410' })).toBe(false);
    expect(Status.is(null)).toBe(false);
  });
});

const CONTINUE = 'The provided continue parameter is too old to display a consistent list result.';
