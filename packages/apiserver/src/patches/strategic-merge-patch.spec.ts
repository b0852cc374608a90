import { describe, expect, it } from 'vitest';

import { strategicMergePatch } from './strategic-merge-patch.js';

const pod = {
  metadata: { finalizers: ['a', 'b'] },
  spec: {
    containers: [
      { name: 'web', image: 'web:1', args: ['x'], ports: [{ containerPort: 80, name: 'http' }] },
      { name: 'log', image: 'log:1' },
    ],
    tolerations: [{ key: 'a' }],
  },
};
const containers = (...items: readonly unknown[]): unknown => ({ spec: { containers: items } });

describe('strategicMergePatch', () => {
  it('merges objects, removes by null and replaces texts, as a merge patch', () => {
    const patch = { a: null, b: { d: 2 }, c: 'y' };

    expect(strategicMergePatch({ a: 1, b: { c: 1 }, c: 'x' }, patch)).toEqual({
      b: { c: 1, d: 2 },
      c: 'y',
    });
  });

  it('merges the items of a list that has a key, and puts new ones where the patch has them', () => {
    const patch = containers({ name: 'web', image: 'web:2' }, { name: 'new', image: 'new:1' });

    expect(strategicMergePatch(pod, patch)).toMatchObject(
      containers(
        { ...pod.spec.containers[0], image: 'web:2' },
        { name: 'new', image: 'new:1' },
        pod.spec.containers[1],
      ) as object,
    );
  });

  it('merges lists in lists, by the key that their items have', () => {
    const container = { ports: [{ containerPort: 81 }], name: 'web' };
    const service = (port: object): object => ({ spec: { ports: [port] } });

    expect(strategicMergePatch(pod, containers(container))).toHaveProperty(
      'spec.containers.0.ports',
      [{ containerPort: 81 }, { containerPort: 80, name: 'http' }],
    );
    expect(
      strategicMergePatch(
        service({ port: 80, name: 'http' }),
        service({ port: 80, protocol: 'TCP' }),
      ),
    ).toEqual(service({ port: 80, name: 'http', protocol: 'TCP' }));
  });

  it('replaces all other lists', () => {
    expect(strategicMergePatch(pod, { spec: { tolerations: [{ key: 'b' }] } })).toHaveProperty(
      'spec.tolerations',
      [{ key: 'b' }],
    );
    expect(strategicMergePatch(pod, containers({ name: 'web', args: ['y'] }))).toHaveProperty(
      'spec.containers.0.args',
      ['y'],
    );
  });

  it('merges strings, and removes those that it names', () => {
    const patch = { finalizers: ['b', 'c'], '$deleteFromPrimitiveList/finalizers': ['a'] };

    expect(strategicMergePatch(pod, { metadata: patch })).toHaveProperty('metadata.finalizers', [
      'b',
      'c',
    ]);
  });

  it('removes and replaces by directive', () => {
    const gone = containers({ name: 'web', $patch: 'delete' }, { name: 'no', $patch: 'delete' });
    const replaced = containers({ $patch: 'replace' }, { name: 'only' });
    const whole = { spec: { $patch: 'replace', nodeName: 'a' } };

    expect(strategicMergePatch(pod, gone)).toMatchObject(
      containers(pod.spec.containers[1]) as object,
    );
    expect(strategicMergePatch(pod, replaced)).toMatchObject(
      containers({ name: 'only' }) as object,
    );
    expect(strategicMergePatch(pod, whole)).toEqual({ ...pod, spec: { nodeName: 'a' } });
    expect(strategicMergePatch(pod, { spec: { $patch: 'delete' } })).toEqual({ ...pod, spec: {} });
  });

  it('keeps only the fields of $retainKeys', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };

    expect(
      strategicMergePatch({ strategy }, { strategy: { $retainKeys: ['type'], type: 'Recreate' } }),
    ).toEqual({ strategy: { type: 'Recreate' } });
  });

  it('orders a list, and leaves items that it does not name before their successors', () => {
    const names = (...items: readonly string[]): object[] => items.map((name) => ({ name }));
    const patch = { '$setElementOrder/volumes': names('new', 'a', 'b'), volumes: names('new') };

    expect(strategicMergePatch({ volumes: names('b', 'c', 'a') }, patch)).toEqual({
      volumes: names('new', 'c', 'a', 'b'),
    });
  });

  it('B74 merges scheduling gates by name, and replaces the ports of an EndpointSlice', () => {
    const gates = { spec: { schedulingGates: [{ name: 'x' }, { name: 'y' }] } };
    const removal = { spec: { schedulingGates: [{ $patch: 'delete', name: 'x' }] } };
    const ports = [{ name: 'http', port: 8080 }];

    expect(strategicMergePatch(gates, removal)).toEqual({
      spec: { schedulingGates: [{ name: 'y' }] },
    });
    expect(strategicMergePatch({ ports: [{ name: 'http', port: 80 }] }, { ports })).toEqual({
      ports,
    });
  });

  it('B74 puts a new init container before those that the patch does not name', () => {
    const patched = strategicMergePatch(
      { spec: { initContainers: [{ name: 'second' }] } },
      { spec: { initContainers: [{ name: 'first', image: 'i' }] } },
    );

    expect(patched).toEqual({
      spec: { initContainers: [{ name: 'first', image: 'i' }, { name: 'second' }] },
    });
  });

  it('B74 drops the directive of an item in a list that is replaced', () => {
    const tolerations = [{ $patch: 'delete', key: 'x' }];

    expect(strategicMergePatch({ spec: {} }, { spec: { tolerations } })).toEqual({
      spec: { tolerations: [{ key: 'x' }] },
    });
  });

  it('keeps items whose id occurs twice', () => {
    const dns = [
      { containerPort: 53, protocol: 'UDP' },
      { containerPort: 53, protocol: 'TCP' },
    ];
    const live = { spec: { containers: [{ name: 'dns', ports: dns }] } };

    expect(
      strategicMergePatch(live, containers({ name: 'dns', ports: [{ containerPort: 80 }] })),
    ).toEqual({
      spec: { containers: [{ name: 'dns', ports: [{ containerPort: 80 }, ...dns] }] },
    });
  });

  it('refuses an unknown directive', () => {
    expect(() => strategicMergePatch({}, { $patch: 'turn' })).toThrow('Unknown patch type: "turn"');
    expect(() => strategicMergePatch(pod, containers({ image: 'x' }))).toThrow(
      'does not contain declared merge key: name',
    );
  });
});
