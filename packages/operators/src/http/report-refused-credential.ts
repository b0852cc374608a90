import { type ApiRequest, isKubeError } from '@rxkube/protocol';

import { type Transport } from '../transport.js';

/**
 * Tells the transport of a 401 that was read from a body that began as a success: the transport reads no bodies, and
 * the credential is its affair.
 */
export function reportRefusedCredential(
  transport: Transport,
  sent: ApiRequest,
  error: unknown,
): void {
  if (isKubeError(error) && error._tag === 'StatusError' && error.code === 401) {
    transport.refused?.(sent);
  }
}
