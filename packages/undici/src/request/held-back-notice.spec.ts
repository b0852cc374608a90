import { TransportError, listRequest, pods } from '@rxkube/protocol';
import { describe, it } from 'vitest';

import { marbles } from '../../../../test/support/marbles.js';
import { heldBackNotice } from './held-back-notice.js';

const request = listRequest({ resource: pods }, { at: 'latest', limit: 500 });

describe('heldBackNotice', () => {
  it(
    'F9 reports a list that still waits after 10 s',
    marbles((m) => {
      const gate = {
        waitOf: (held: object) => (held === request ? { ahead: 9, sentWithin: 20_000 } : undefined),
      };
      m.expect(heldBackNotice(gate, request, m.scheduler)).toBeObservable('10s (i|)', {
        i: {
          _tag: 'Interrupted',
          error: new TransportError({
            phase: 'request',
            code: 'EQUEUED',
            request: 'GET /api/v1/pods',
            problem:
              'the list has waited 10 s to be sent, behind 9 other lists of this transport; find out which of them are slow, or raise maxLists',
          }),
          retryInMs: 20_000,
        },
      });
    }),
  );

  it(
    'F9 completes without a notice if the list was sent',
    marbles((m) => {
      const gate = { waitOf: () => undefined };
      m.expect(heldBackNotice(gate, request, m.scheduler)).toBeObservable('10s |');
    }),
  );
});
