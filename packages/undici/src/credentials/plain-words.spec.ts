import { describe, expect, it } from 'vitest';

import { plainWords } from './plain-words.js';

describe('plainWords', () => {
  it.each([
    'the session has expired: log in again with `aws sso login`',
    'An error occurred (UnrecognizedClientException) when calling GetCallerIdentity',
    'getting credentials: exec: exit status 255',
    'dial tcp 10.0.0.1:6443: connect: connection refused',
    'Get https://login.example.com:8443/oauth2/authorize: x509: unknown authority',
    'client.authentication.k8s.io/v1beta1 is not served in us-east-1, 401 after 30s',
    'no such file: /usr/local/bin/aws-iam-authenticator',
    'Die Sitzung läuft nicht mehr: früher anmelden',
    '認証に失敗しました',
    'valid until 2026-11-30T12:00:00Z only!',
    'got *** at https://***@idp.example/',
  ])('leaves %j', (text) => {
    expect(plainWords(text)).toBe(text);
  });

  it.each([
    'hunter2',
    'p@ssword',
    'correct!horse',
    '1234',
    '493021',
    'abc-d3f-ghi',
    'sEcReTtOkEn',
    'AKIAIOSFODNN7',
    'ghp_16C7e42F',
    'pin:1234',
    'zzzzzzzzzzzzzzzzzzzzzzz',
    'JBSWYDPEHPKPXPQR',
    'a+b/c',
    '~secret',
  ])('masks %s whole, wherever it stands', (secret) => {
    expect(plainWords(`login of ${secret} failed: "${secret}", (${secret})`)).toBe(
      'login of *** failed: "***", (***)',
    );
  });
});
