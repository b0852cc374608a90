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

  it('describes a text that is not a Status, because it may hold data (F3)', () => {
    const { serverMessage } = statusError('password: hunter2', { httpStatus: 503 });

    expect(serverMessage).toBe('a text of 17 characters instead of a Status');
  });

  it('bounds what a server wrote, and drops its control characters (F13)', () => {
    const long = 'x'.repeat(10_000_000);
    const error = statusError({
      message: `one\r\nWARN forged\u001b[2J${long}`,
      reason: long,
      details: { name: long, causes: [{ field: long }, { message: 'a\nb' }, 'no cause'] },
    });

    expect(error.serverMessage.length).toBeLessThanOrEqual(1025);
    expect(error.serverMessage).toMatch(/^one WARN forged \[2Jx/u);
    expect(error.message.length).toBeLessThan(2_000);
    expect(error.details?.causes?.[1]).toEqual({ message: 'a b' });
    expect(JSON.stringify(error.details).length).toBeLessThan(5_000);
  });

  it('asks about the definition if a collection is missing', () => {
    const advice = 'is the definition installed? are group, version and plural right?';
    const request = 'GET /apis/example.com/v1/widgets';
    const object = { code: 404, details: { name: 'web' } };

    expect(statusError({ code: 404 }, { request }).message).toContain(advice);
    expect(statusError(object, { request }).message).not.toContain(advice);
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
