import { describe, expect, it } from 'vitest';

import { withoutSecrets } from './without-secrets.js';

describe('withoutSecrets', () => {
  it.each([
    ['the login of s3cret-value failed', ['s3cret-value'], 'the login of *** failed'],
    ['s3cret-value-long', ['s3cret', 's3cret-value-long'], '***'],
    ['the pin is 12, not 123', ['12'], 'the pin is ***, not 123'],
    ['a.b+c (d) is not axb+c', ['a.b+c (d)'], '*** is not ***'],
    ['got eyJhbGciOiJ.eyJzdWIi.c2ln back', [], 'got *** back'],
    ['header Authorization: Bearer abc.def', [], 'header Authorization: Bearer ***'],
    ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----', [], '***'],
    ['-----BEGIN EC PRIVATE KEY-----\nabc', [], '***'],
    ['{"status":{"token":"opaque"}}', [], '{"status":{"token":"***"}}'],
    ['{ "clientKeyData" : "a\\"b', [], '{ "clientKeyData" : "***'],
    ['access_token=opaque&x=1', [], 'access_token=***&x=1'],
    ["--client-secret='opaque'", [], "--client-secret='***'"],
    ['no token: connection refused', [], 'no token: *** refused'],
    ['password: opaque; its secret was "opaque"', [], 'password: ***; its secret was "***"'],
    ['cannot log in with hunter2', [], 'cannot log in with ***'],
    ['at https://me:opaque@idp.example/', [], 'at https://***@idp.example/'],
    ['got sEcReT_tOkEn-0123456789abcdef', [], 'got ***'],
    ['client.authentication.k8s.io/v1beta1', [], 'client.authentication.k8s.io/v1beta1'],
    ['UnrecognizedClientException', [], 'UnrecognizedClientException'],
    ['\u001b[31mred\u001b[0m\u0007\r\n', [], 'red'],
  ])('makes %j with %j to %j', (text, secrets, result) => {
    expect(withoutSecrets(text, secrets)).toBe(result);
  });

  it('keeps the end of what is long', () => {
    const said = withoutSecrets(`${'so '.repeat(5_000)}why`, []);

    expect(said).toHaveLength(1_000);
    expect(said.endsWith('why')).toBe(true);
  });
});
