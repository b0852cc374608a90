import { inspect } from 'node:util';

import { StatusError, listRequest } from '@rxkube/protocol';
import { asyncScheduler, firstValueFrom, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { bytes, response, status, things } from '../../../../test/laws/kube.js';
import { marbles } from '../../../../test/support/marbles.js';
import { successfulBody } from './successful-body.js';

const request = listRequest({ resource: things }, { at: 'latest', limit: 500 });
const name = 'GET /api/v1/things';

async function refusal(
  code: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const answer = response(of(bytes(text)), code, headers);

  return firstValueFrom(successfulBody(answer, request, asyncScheduler)).then(
    () => 'no refusal',
    (error: unknown) => error,
  );
}

describe('successfulBody', () => {
  it.each([
    { 'content-type': 'application/json' },
    { 'content-type': 'application/json;stream=watch' },
    { 'content-type': 'APPLICATION/JSON; charset=utf-8' },
    { 'content-type': 'application/json', 'content-encoding': 'identity' },
    { 'content-type': 'application/json', 'content-encoding': 'Identity' },
    { 'content-type': 'application/json', 'content-encoding': '' },
  ])('is the body itself for %j', (headers) => {
    const answer = response(of(bytes('{}')), 200, headers);

    expect(successfulBody(answer, request, asyncScheduler)).toBe(answer.body);
  });

  it('does not ask for a type where the server tells none', () => {
    const answer = { ...response(of(bytes('{}'))), headers: new Map<string, string>() };

    expect(successfulBody(answer, request, asyncScheduler)).toBe(answer.body);
  });

  it.each([301, 302, 307, 308])('takes %i for a redirect, wherever it leads', async (code) => {
    const error = await refusal(code, '', { location: 'https://login.invalid/?token=secret' });

    expect(error).toMatchObject({ _tag: 'ProtocolError', rule: 'redirect', request: name });
    expect(String(error)).not.toContain('secret');
  });

  it('describes a page that is not JSON', async () => {
    const page = `<html>login</html>${'x'.repeat(10_000)}`;
    const error = await refusal(200, page, { 'content-type': 'text/html' });

    expect(error).toMatchObject({ _tag: 'ProtocolError', rule: 'contentType', request: name });
    expect(String(error)).toContain('The body is a text of 10018 characters');
  });

  it.each(['text/plain', 'text/html', 'application/yaml'])(
    'does not show the data of a Secret that comes as %s (B89, F3)',
    async (type) => {
      const list = '{"kind":"SecretList","items":[{"data":{"password":"aHVudGVyMg=="}}]}';
      const error = await refusal(200, list, { 'content-type': type });
      const refused = await refusal(502, 'data:\n  password: aHVudGVyMg==', {
        'content-type': type,
      });

      expect(error).toMatchObject({ rule: 'contentType' });
      expect(inspect([error, refused])).not.toContain('aHVudGVyMg');
    },
  );

  it('bounds a content type of a server (F13)', async () => {
    const error = await refusal(200, '', { 'content-type': `text/${'x'.repeat(900_000)}` });

    expect(String(error).length).toBeLessThan(1_024);
  });

  it.each(['application/yaml', 'application/vnd.kubernetes.protobuf', 'application/octet-stream'])(
    'does not quote %s, which may hold a Secret',
    async (type) => {
      const error = await refusal(200, 'kind: Secret', { 'content-type': type });

      expect(error).toMatchObject({ _tag: 'ProtocolError', rule: 'contentType' });
      expect(String(error)).toContain(type);
      expect(String(error)).not.toContain('Secret');
    },
  );

  it('does not quote half a document, which may hold a Secret', async () => {
    const error = await refusal(
      500,
      '{"kind":"SecretList","items":[{"data":{"key":"s3cret"}},{"da',
    );

    expect(error).toMatchObject({ _tag: 'StatusError', code: 500, serverMessage: '' });
  });

  it('keeps what is there of half a Status', async () => {
    const error = await refusal(
      504,
      '{"kind": "Status","message":"Too large resource version: 9, cur',
    );

    expect(error).toMatchObject({
      code: 504,
      serverMessage: expect.stringContaining('Too large resource version'),
    });
  });

  it('refuses an encoding that the transport has left in place', async () => {
    expect(await refusal(200, '\u001f\u008b', { 'content-encoding': 'gzip' })).toMatchObject({
      _tag: 'ProtocolError',
      rule: 'contentEncoding',
      request: name,
    });
  });

  it.each([
    { what: 'a Status', code: 410, text: JSON.stringify(status(410, 'Gone')), reason: 'Gone' },
    { what: 'an empty body', code: 410, text: '', reason: '' },
    { what: 'HTML', code: 502, text: '<html>', reason: '' },
    { what: 'a text', code: 429, text: 'Too many requests', reason: '' },
    { what: 'JSON that is not a Status', code: 400, text: '[1]', reason: '' },
    { what: 'a Status that was cut', code: 403, text: '{"kind":"Status","re', reason: '' },
    { what: 'an informational status', code: 199, text: '', reason: '' },
  ])('gives $code with $what as a StatusError', async ({ code, text, reason }) => {
    expect(await refusal(code, text, { 'content-type': 'text/html' })).toMatchObject({
      _tag: 'StatusError',
      code,
      reason,
      request: name,
    });
  });

  it('reads Retry-After, and prefers it to the details', async () => {
    const text = JSON.stringify(status(429, '', { details: { retryAfterSeconds: 3 } }));

    expect(await refusal(429, text)).toMatchObject({ retryAfter: 3_000 });
    expect(await refusal(429, text, { 'retry-after': '7' })).toMatchObject({ retryAfter: 7_000 });
    expect(await refusal(429, text, { 'retry-after': 'abc' })).toMatchObject({ retryAfter: 3_000 });
  });

  it(
    'does not wait for a refusal that has no end',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-a', { a: bytes('slow') });
        const expected =        '5s #';
        const error    = new StatusError({ code: 503, reason: '', serverMessage: 'a text of 4 characters instead of a Status', request: name });
        m.expect(successfulBody(response(body, 503), request, asyncScheduler)).toBeObservable(expected, {}, error);
        m.expect(body).toHaveSubscriptions('^ 4999ms !');
      }
    }),
  );

  it(
    'lets go of a refusal that floods it',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-aaaaaaaaa', { a: new Uint8Array(40 * 1024).fill(0x78) });
        const expected =        '--#';
        const error    = new StatusError({
          code: 503,
          reason: '',
          serverMessage: 'a text of 65536 characters instead of a Status',
          request: name,
        });
        m.expect(successfulBody(response(body, 503), request, asyncScheduler)).toBeObservable(expected, {}, error);
        m.expect(body).toHaveSubscriptions('^-!');
      }
    }),
  );

  it(
    'gives what was read of a refusal that broke off',
    marbles((m) => {
      // prettier-ignore
      {
        const body     = m.cold('-a#', { a: bytes('half') });
        const expected =        '--#';
        const error    = new StatusError({ code: 500, reason: '', serverMessage: 'a text of 4 characters instead of a Status', request: name });
        m.expect(successfulBody(response(body, 500), request, asyncScheduler)).toBeObservable(expected, {}, error);
        m.expect(body).toHaveSubscriptions('^-!');
      }
    }),
  );
});
