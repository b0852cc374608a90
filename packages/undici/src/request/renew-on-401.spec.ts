import { TransportError } from '@rxkube/protocol';
import { NEVER } from 'rxjs';
import { describe, it } from 'vitest';

import { marbles } from '../../../../test/support/marbles.js';
import { renewOn401 } from './renew-on-401.js';

describe('renewOn401', () => {
  it(
    'fails if the credential does not come',
    marbles((m) => {
      const current = m.cold('-');
      const result = renewOn401({
        credential: { current },
        request: 'GET /api/v1/pods',
        takeRefusal: () => false,
        send: () => NEVER,
        isRefusal: () => false,
        renewCertificate: () => false,
      });
      const error = new TransportError({
        phase: 'credentials',
        code: 'ETIMEDOUT',
        request: 'GET /api/v1/pods',
        problem: 'the credential did not come within 60000 ms',
      });

      m.expect(result).toBeObservable('60s #', {}, error);
      m.expect(current).toHaveSubscriptions('^ 59999ms !');
    }),
  );
});
