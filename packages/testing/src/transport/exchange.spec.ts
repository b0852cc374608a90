import { configMaps } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { cluster } from '../time/cluster.js';
import { onVirtualTime } from '../time/on-virtual-time.js';
import { frameLines, framesOf, send } from './exchange.js';
import { failedRequest, response } from './responses.js';

const path = '/api/v1/configmaps';

describe('send', () => {
  it('records a response chunk by chunk', () => {
    onVirtualTime((time) => {
      const exchange = send(response({ after: 5, status: 201, body: ['a', 5, 'b'] }), { path });
      time.runTo(7);
      expect(exchange).toMatchObject({ status: 201, text: 'a', times: [5], end: 'open' });
      time.runTo(20);
      expect(exchange).toMatchObject({ text: 'ab', times: [5, 10], end: 'complete', endedAt: 10 });
    });
  });

  it('records a failure', () => {
    onVirtualTime((time) => {
      const exchange = send(failedRequest('ECONNREFUSED', { after: 3 }), { path });
      time.run();
      expect(exchange).toMatchObject({
        status: undefined,
        end: { _tag: 'TransportError' },
        endedAt: 3,
      });
    });
  });

  it('reads the documents of a watch', () => {
    cluster(({ server, time, ask }) => {
      server.store.create(configMaps, { metadata: { name: 'a' } });
      const watch = ask(path, { watch: 'true', resourceVersion: '1' });
      time.runTo(1_000);
      expect(frameLines(watch)).toEqual(['ADDED a@2']);
      expect(framesOf(watch)[0]?.object.metadata.name).toBe('a');
      watch.subscription.unsubscribe();
      expect(
        frameLines({
          text: JSON.stringify({ type: 'ERROR', object: { code: 410, metadata: {} } }),
        }),
      ).toEqual(['ERROR 410']);
    });
  });
});
