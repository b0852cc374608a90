import { type ConfigMap, configMaps, events, namespaces, nodes } from '@rxkube/protocol';
import { cluster } from '@rxkube/testing';
import { describe, expect, it } from 'vitest';

import { withFinalizer, withoutFinalizer } from './finalizers.js';
import { ownerReference } from './owner-reference.js';
import { recordEvent } from './record-event.js';
import { type Condition, setCondition } from './set-condition.js';

const owner: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', uid: 'u1' },
};

describe('ownerReference', () => {
  it('points to the object, as its controller', () => {
    expect(ownerReference(owner)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'a',
      uid: 'u1',
      controller: true,
      blockOwnerDeletion: true,
    });
    expect(ownerReference(owner, { controller: false, blockOwnerDeletion: false })).toMatchObject({
      controller: false,
      blockOwnerDeletion: false,
    });
  });

  it('refuses an owner that a server has not sent', () => {
    expect(() => ownerReference({ metadata: { name: 'a', uid: 'u1' } })).toThrow('owner');
    expect(() => ownerReference({ ...owner, metadata: { name: 'a' } })).toThrow('metadata.uid');
  });

  it('reads an object of a list', () => {
    cluster(({ server }) => {
      const stored = server.store.create(configMaps, { metadata: { name: 'a' } });
      expect(ownerReference(stored)).toMatchObject({ kind: 'ConfigMap', name: 'a' });
    });
  });
});

describe('finalizers', () => {
  it('are added once', () => {
    const one = withFinalizer(owner, 'x/y');

    expect(one.metadata).toEqual({ ...owner.metadata, finalizers: ['x/y'] });
    expect(withFinalizer(one, 'x/y')).toBe(one);
    expect(withFinalizer(one, 'x/z').metadata.finalizers).toEqual(['x/y', 'x/z']);
    expect(owner.metadata.finalizers).toBeUndefined();
  });

  it('are removed if they are there', () => {
    const two = withFinalizer(withFinalizer(owner, 'x/y'), 'x/z');

    expect(withoutFinalizer(two, 'x/y').metadata.finalizers).toEqual(['x/z']);
    expect(withoutFinalizer(owner, 'x/y')).toBe(owner);
  });
});

describe('setCondition', () => {
  interface Full extends Condition {
    readonly reason?: string;
  }
  const then = new Date('2026-01-01T00:00:00.500Z');
  const now = new Date('2026-02-01T00:00:00Z');
  const ready: Full = { type: 'Ready', status: 'False', reason: 'Starting' };
  const first = setCondition<Full>(undefined, ready, then);

  it('adds a condition with the time of its transition', () => {
    expect(first).toEqual([{ ...ready, lastTransitionTime: '2026-01-01T00:00:00Z' }]);
  });

  it('keeps that time for as long as the status stays', () => {
    expect(setCondition(first, { ...ready, reason: 'Waiting' }, now)).toEqual([
      { ...ready, reason: 'Waiting', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('changes it with the status', () => {
    expect(setCondition(first, { ...ready, status: 'True' }, now)[0]?.lastTransitionTime).toBe(
      '2026-02-01T00:00:00Z',
    );
    const lastTransitionTime = '2026-03-01T00:00:00Z';
    const given: Full = { ...ready, status: 'True', lastTransitionTime };
    expect(setCondition(first, given, now)).toEqual([given]);
  });

  it('returns the same list if nothing changes', () => {
    expect(setCondition(first, ready, now)).toBe(first);
    expect(setCondition(first, { type: 'Ready', status: 'False' }, now)).not.toBe(first);
  });

  it('leaves the other conditions in their places', () => {
    const list = setCondition(first, { type: 'Healthy', status: 'True' }, then);

    expect(setCondition(list, { ...ready, status: 'True' }, now).map(({ type }) => type)).toEqual([
      'Ready',
      'Healthy',
    ]);
  });
});

describe('recordEvent', () => {
  it('creates an event in the namespace of the object', () => {
    cluster(({ server, transport, time }) => {
      server.store.create(namespaces, { metadata: { name: 'shop' } });
      const object = server.store.create(configMaps, {
        metadata: { name: 'a', namespace: 'shop' },
      });
      const event = recordEvent(transport, object, {
        reason: 'Published',
        note: 'x'.repeat(2_000),
        controller: 'my-controller',
      });
      time.at(2_500, () => {
        time.record(event, 3_000);
      });
      time.run();
      const [stored] = server.store.list(events, { namespace: 'shop' });

      expect(stored).toMatchObject({
        type: 'Normal',
        reason: 'Published',
        message: 'x'.repeat(1_024),
        source: { component: 'my-controller' },
        involvedObject: { kind: 'ConfigMap', name: 'a', uid: object.metadata.uid },
        firstTimestamp: '1970-01-01T00:00:02Z',
        count: 1,
      });
      expect(stored?.metadata.name).toMatch(/^a\../u);
    });
  });

  it('creates that of a cluster-scoped object in the namespace default', () => {
    cluster(({ server, transport, time }) => {
      const node = server.store.create(nodes, { metadata: { name: 'n' } });
      const fields = { type: 'Warning', reason: 'X', note: 'x', controller: 'c' } as const;
      time.record(recordEvent(transport, node, fields), 1_000);
      time.run();

      expect(server.store.list(events)[0]?.metadata.namespace).toBe('default');
      expect(server.store.list(events)[0]?.type).toBe('Warning');
    });
  });

  it('refuses an object that a server has not sent', () => {
    const fields = { reason: 'X', note: 'x', controller: 'c' };
    const transport = (): never => {
      throw new Error('no request');
    };

    expect(() => recordEvent(transport, { metadata: { name: 'a' } }, fields)).toThrow('object');
  });
});
