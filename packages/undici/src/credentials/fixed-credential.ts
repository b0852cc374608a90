import { of } from 'rxjs';

import { type Credential } from './credential.js';

/** The same header for ever, or none: nothing to renew. */
export function fixedCredential(authorization: string | undefined): Credential {
  return { current: of(authorization) };
}
