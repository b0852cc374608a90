import { type SnapshotsOptions, type Transport } from '@rxkube/operators';
import {
  type Collection,
  type KubeObject,
  type Pod,
  configMaps,
  parseLabelSelector,
  pods,
  resource,
} from '@rxkube/protocol';
import { inOrder, onVirtualTime, scriptedTransport, statusResponse } from '@rxkube/testing';
import { retry } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { snapshotRegistry } from './snapshot-registry.js';
import { sourceKey } from './source-key.js';

const transport: Transport = scriptedTransport([]);
const request: Collection<KubeObject> = { resource: pods };
const transform = (pod: Pod): string => pod.metadata.name;

describe('sourceKey', () => {
  it.each<[string, Partial<Collection<KubeObject>>, Partial<Collection<KubeObject>>]>([
    ['the order of requirements', { labelSelector: 'a=b,c=d' }, { labelSelector: 'c=d,a=b' }],
    [
      'the form of a selector',
      { labelSelector: 'a in (x),!b' },
      { labelSelector: parseLabelSelector('!b,a in (x)') },
    ],
    ['fields that are not set', { metadataOnly: undefined }, { metadataOnly: false }],
    ['the order of fields', { namespace: 'x', name: 'y' }, { name: 'y', namespace: 'x' }],
  ])('does not look at %s', (_, one, other) => {
    expect(sourceKey(transport, { ...request, ...one }, {})).toBe(
      sourceKey(transport, { ...request, ...other }, {}),
    );
  });

  it('differs for each other transport, collection and option', () => {
    const options: readonly SnapshotsOptions<Pod, unknown>[] = [
      {},
      { progress: true },
      { progress: false },
      { transform },
      { transform: (pod) => pod.metadata.name },
      { namespace: 'a' },
    ];
    const requests: readonly Collection<KubeObject>[] = [
      { resource: configMaps },
      { resource: resource({ ...pods, plural: 'pods' }), namespace: 'a' },
      { ...request, name: 'a' },
      { ...request, namespace: 'a', name: 'a' },
      { ...request, metadataOnly: true },
      { ...request, labelSelector: 'a' },
      { ...request, labelSelector: '!a' },
      { ...request, fieldSelector: 'a=b' },
    ];
    const keys = [
      ...options.map((own) => sourceKey(transport, request, own)),
      ...requests.map((own) => sourceKey(transport, own, {})),
      sourceKey(scriptedTransport([]), request, {}),
    ];

    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('snapshotRegistry', () => {
  it('opens one source for equal calls, and forgets it after the grace time', () => {
    onVirtualTime((time) => {
      const server = scriptedTransport(inOrder());
      const registry = snapshotRegistry({ grace: 1_000 });
      const first = registry.snapshots(server, pods, { transform });
      const second = registry.snapshots(server, pods, { transform });
      const other = registry.snapshots(server, configMaps);
      const counts: number[][] = [[...registry.open.values()]];
      const open = [first.subscribe(), second.subscribe(), other.subscribe()];
      counts.push([...registry.open.values()]);
      for (const subscription of open) subscription.unsubscribe();
      counts.push([...registry.open.values()]);
      time.run();
      counts.push([...registry.open.values()]);

      expect(counts).toEqual([[], [2, 1], [0, 0], []]);
      expect(server.requestLines).toHaveLength(2);
    });
  });

  it('keeps a source that a retry opens again inside the failure', () => {
    onVirtualTime((time) => {
      const server = scriptedTransport(inOrder(statusResponse(400, 'BadRequest')));
      const registry = snapshotRegistry();
      const subscription = registry.snapshots(server, pods).pipe(retry(1)).subscribe();
      time.runTo(100);
      const open = [...registry.open.values()];
      subscription.unsubscribe();
      time.run();

      expect([open, server.requestLines.length, registry.open.size]).toEqual([[1], 2, 0]);
    });
  });
});
