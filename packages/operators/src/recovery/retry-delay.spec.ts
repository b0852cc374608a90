import { StatusError, TransportError } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { reset, statusFailure, steady } from '../../../../test/laws/kube.js';
import { retryDelay } from './retry-delay.js';

function asking(retryAfter: number, code = 429): StatusError {
  return new StatusError({ code, reason: '', serverMessage: '', retryAfter });
}

describe('retryDelay', () => {
  it('is the back-off', () => {
    expect(retryDelay(reset(), 3, steady)).toBe(300);
    expect(retryDelay(statusFailure(500), 0, steady)).toBe(0);
  });

  it('is no less than the server asks for', () => {
    expect(retryDelay(asking(7_000), 1, steady)).toBe(7_000);
    expect(retryDelay(asking(2_000, 503), 1, steady)).toBe(2_000);
    expect(retryDelay(asking(50), 1, steady)).toBe(100);
  });

  it('obeys the server for two minutes at most', () => {
    expect(retryDelay(asking(86_400_000), 1, steady)).toBe(120_000);
  });

  it.each([
    statusFailure(403),
    statusFailure(0, 'Forbidden'),
    statusFailure(404),
    ...[
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ].map((code) => new TransportError({ phase: 'connect', code, problem: 'no' })),
  ])('is slow from the first try on for what waits for a person: %s', (error) => {
    expect(retryDelay(error, 1, steady)).toBe(3_800);
    expect(retryDelay(error, 50, steady)).toBe(5_000);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'UND_ERR_SOCKET', undefined])(
    'is not slow for %s',
    (code) => {
      expect(
        retryDelay(new TransportError({ phase: 'connect', code, problem: 'no' }), 1, steady),
      ).toBe(100);
    },
  );
});
