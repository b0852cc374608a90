import { type KubeError, isForbidden, isNotFound, retryAfter } from '@rxkube/protocol';

import { type BackOff } from './back-off.js';

/** A server may ask for more; it is not obeyed beyond this. Milliseconds. */
const MAX_RETRY_AFTER = 120_000;

/** As many failures as bring client-go's back-off to its cap for certain: ceil(30 s / 0.8 s). */
const SLOW = 38;

/**
 * Milliseconds until the next try after `failures` in a row: the back-off, but no less than the server asks for.
 * What waits for a person (a permission, a missing resource, a certificate) is slow from the first try on.
 */
export function retryDelay(error: KubeError, failures: number, backOff: BackOff): number {
  const pause = backOff(waitsForAPerson(error) ? Math.max(SLOW, failures) : failures);

  return Math.max(pause, Math.min(retryAfter(error) ?? 0, MAX_RETRY_AFTER));
}

function waitsForAPerson(error: KubeError): boolean {
  return (
    isForbidden(error) ||
    isNotFound(error) ||
    (error._tag === 'TransportError' && isAboutCertificates(error.code))
  );
}

/** Codes of Node's TLS: `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID`, `DEPTH_ZERO_SELF_SIGNED_CERT`, … */
function isAboutCertificates(code: string | undefined): boolean {
  return code !== undefined && /CERT|UNABLE_TO_VERIFY|ERR_TLS_|ERR_SSL_/u.test(code);
}
