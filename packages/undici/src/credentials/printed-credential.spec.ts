import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { readPrintedCredential } from './printed-credential.js';

const apiVersion = 'client.authentication.k8s.io/v1';

function answer(status: object, other: object = {}): ReturnType<typeof readPrintedCredential> {
  return readPrintedCredential(
    JSON.stringify({ kind: 'ExecCredential', apiVersion, status, ...other }),
    apiVersion,
  );
}

describe('readPrintedCredential', () => {
  it('reads a token that holds until it is refused', () => {
    expect(answer({ token: 't1\n' })).toEqual({
      authorization: 'Bearer t1',
      certificate: undefined,
      expiresAt: undefined,
    });
  });

  it.each([
    ['2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1)],
    ['2026-01-01T02:00:00+02:00', Date.UTC(2026, 0, 1)],
    ['2026-01-01T00:00:00.123456Z', Date.UTC(2026, 0, 1) + 123],
    ['', undefined],
    [null, undefined],
  ])('reads the time %j', (expirationTimestamp, expiresAt) => {
    expect(answer({ token: 't1', expirationTimestamp })).toMatchObject({ expiresAt });
  });

  it.each<[string, string, ReturnType<typeof readPrintedCredential>]>([
    [
      'a line before the JSON',
      'than a JSON object',
      readPrintedCredential('warning\n{}', apiVersion),
    ],
    ['nothing', 'than a JSON object', readPrintedCredential('', apiVersion)],
    ['a list', 'than a JSON object', readPrintedCredential('[]', apiVersion)],
    ['another kind', 'than an ExecCredential', answer({ token: 's3cret' }, { kind: 'Secret' })],
    ['another version', 'apiVersion', answer({ token: 's3cret' }, { apiVersion: 'v1beta1' })],
    ['no status', 'without a status', answer({}, { status: null })],
    ['an empty status', 'neither', answer({ token: '' })],
    ['two lines', 'not one line of visible', answer({ token: 's3cret\nx' })],
    ['a token that is a number', 'not one line of visible', answer({ token: 5 })],
    ['half a pair', 'half', answer({ token: 's3cret', clientCertificateData: 's3cret' })],
    ['the other half', 'half', answer({ clientKeyData: 's3cret' })],
    ['no certificate', 'read', answer({ clientCertificateData: 's3cret', clientKeyData: key() })],
    ['no time', 'not a time', answer({ token: 's3cret', expirationTimestamp: 's3cret' })],
    ['a number for a time', 'not a time', answer({ token: 's3cret', expirationTimestamp: 5 })],
  ])('describes %s, and quotes nothing', (_name, words, complaint) => {
    expect(complaint).toContain(words);
    expect(complaint).not.toContain('s3cret');
  });
});

function key(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}
