import { isKubeError } from '@rxkube/protocol';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { widgetDefinition } from '../../../../test/support/widget-definition.js';
import { customDefinition } from '../resources/custom-definition.js';
import { Storage } from '../storage/storage.js';
import { type WrittenPart } from '../writes/write-options.js';
import { Writer } from '../writes/writer.js';
import { ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';

const SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        plain: { type: 'array', items: { type: 'string' } },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: { type: 'object', properties: { protocol: { type: 'string', default: 'TCP' } } },
        },
        whole: { type: 'object', 'x-kubernetes-map-type': 'atomic' },
        free: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};

interface Particulars {
  readonly force?: boolean;
  readonly part?: WrittenPart;
  readonly metadata?: JsonObject;
}

/** A store with a custom resource, and ways to write to one object of a resource. */
function started(plural = 'widgets') {
  const scheduler = new VirtualTimeScheduler();
  const registry = new ResourceRegistry([]);
  const custom = customDefinition(
    widgetDefinition({ subresources: { status: {} }, schema: { openAPIV3Schema: SCHEMA } }),
  );
  if (custom !== undefined) registry.add(custom);
  const served = registry.all().find((resource) => resource.plural === plural);
  if (served === undefined) throw new Error(`${plural} are served`);
  const storage = new Storage({ scheduler, compactionInterval: Infinity });
  const writer = new Writer(storage, {
    registry,
    scheduler,
    random: () => 0,
    namespaces: 'implicit',
  });
  const configuration = (fields: JsonObject, metadata: JsonObject = {}): JsonObject => ({
    apiVersion: served.apiVersion,
    kind: served.kind,
    metadata: { name: 'a', ...metadata },
    ...fields,
  });

  return {
    storage,
    writer,
    served,
    pass: (seconds: number) => {
      scheduler.schedule(() => undefined, seconds * 1_000);
      scheduler.flush();
    },
    apply: (
      manager: string,
      fields: JsonObject,
      { force = false, part = partOf(served), metadata = {} }: Particulars = {},
    ): StoredObject =>
      writer.apply(served, { name: 'a' }, configuration(fields, metadata), {
        manager: { name: manager, startsOwnership: true },
        force,
        part,
      }).object,
    create: (manager: string, fields: JsonObject, metadata: JsonObject = {}) =>
      writer.create(served, configuration(fields, metadata), {
        manager: { name: manager, startsOwnership: true },
      }),
    patch: (manager: string, patch: object) =>
      writer.patch(served, { name: 'a' }, patch, {
        manager: { name: manager, startsOwnership: true },
        part: partOf(served),
      }),
  };
}

function partOf({ hasStatus }: ServedResource): 'spec' | 'all' {
  return hasStatus ? 'spec' : 'all';
}

/** The owners of fields, in short: `manager operation fields`. */
function owners({ metadata }: StoredObject): readonly string[] {
  return (metadata.managedFields ?? []).map((entry) => {
    const { manager, operation, fieldsV1 } = entry as Readonly<Record<string, unknown>>;

    return `${String(manager)} ${String(operation)} ${JSON.stringify(fieldsV1)}`;
  });
}

function conflicts(write: () => unknown): readonly string[] {
  try {
    write();
  } catch (error) {
    if (isKubeError(error) && error._tag === 'StatusError' && error.code === 409) {
      return (error.details?.causes ?? []).map(({ field = '' }) => field);
    }
    throw error;
  }

  return [];
}

describe('applyConfiguration', () => {
  it('merges the configurations of two managers, and records the owners', () => {
    const { apply } = started('configmaps');
    apply('m', { data: { x: '1' } }, { metadata: { labels: { a: 'b' } } });
    const both = apply('n', { data: { x: '1', y: '2' } });

    expect(both).toMatchObject({ data: { x: '1', y: '2' }, metadata: { labels: { a: 'b' } } });
    expect(owners(both)).toEqual([
      'm Apply {"f:data":{"f:x":{}},"f:metadata":{"f:labels":{"f:a":{}}}}',
      'n Apply {"f:data":{"f:x":{},"f:y":{}}}',
    ]);
  });

  it('writes nothing if nothing changes', () => {
    const { storage, apply, pass } = started('configmaps');
    apply('m', { data: { x: '1' } });
    const before = storage.revision;
    pass(5);
    apply('m', { data: { x: '1' } });

    expect(storage.revision).toBe(before);
  });

  it('removes fields that its manager has dropped, unless another manager owns them', () => {
    const { apply } = started('configmaps');
    apply('m', { data: { x: '1', y: '1' } }, { metadata: { labels: { a: 'b' } } });
    apply('n', { data: { x: '1' } });

    expect(apply('m', {})).toMatchObject({ data: { x: '1' } });
    expect(apply('m', {}).metadata.labels).toBeUndefined();
    const empty = apply('n', {});
    expect(empty).not.toHaveProperty('data');
    expect(owners(empty)).toEqual([]);
  });

  it('refuses to change fields that others own, and names each', () => {
    const { apply } = started('configmaps');
    apply('m', { data: { x: '1', y: '1', z: '1' } });
    const two = { data: { x: '2', y: '2', z: '1' } };

    expect(conflicts(() => apply('n', two))).toEqual(['.data.x', '.data.y']);
    expect(() => apply('n', two)).toThrow(
      expect.objectContaining({
        serverMessage: 'Apply failed with 2 conflicts: conflicts with "m":\n- .data.x\n- .data.y',
      }),
    );
    expect(owners(apply('n', two, { force: true }))).toEqual([
      'm Apply {"f:data":{"f:z":{}}}',
      'n Apply {"f:data":{"f:x":{},"f:y":{},"f:z":{}}}',
    ]);
  });

  it('makes the writer of another kind of write the owner of its fields', () => {
    const { create, patch, apply } = started('configmaps');
    create('made', { data: { x: '1' } }, { finalizers: ['a.b/c'] });
    expect(() => apply('n', { data: { x: '2' } })).toThrow(
      'Apply failed with 1 conflict: conflict with "made" using v1: .data.x',
    );
    apply('n', { data: { x: '2' } }, { force: true });
    const patched = patch('up', { data: { x: '3', y: '1' } });

    expect(owners(patched)).toEqual([
      'made Update {"f:data":{},"f:metadata":{"f:finalizers":{".":{},"v:\\"a.b/c\\"":{}}}}',
      'up Update {"f:data":{"f:x":{},"f:y":{}}}',
    ]);
  });

  it('gives fields without a recorded owner to before-first-apply', () => {
    const { storage, writer, served, apply } = started('configmaps');
    writer.create(served, { metadata: { name: 'a' }, data: { x: '1' } });

    expect(storage.get(served, { name: 'a' })?.metadata).not.toHaveProperty('managedFields');
    expect(() => apply('n', { data: { x: '2' } })).toThrow(
      'conflict with "before-first-apply" using v1: .data.x',
    );
    expect(owners(apply('n', { data: { y: '2' } }))).toEqual([
      'n Apply {"f:data":{"f:y":{}}}',
      'before-first-apply Update {"f:data":{".":{},"f:x":{}}}',
    ]);
  });

  it('merges the lists of a deployment by their keys, in the order of the configuration', () => {
    const { apply } = started('deployments');
    const spec = (...containers: readonly object[]): JsonObject => ({
      spec: { template: { spec: { containers } } },
    });
    const web = { name: 'web', image: 'web:1', args: ['x'], ports: [{ containerPort: 80 }] };
    apply('m', spec(web, { name: 'log', image: 'log' }));
    const named = [{ containerPort: 80, protocol: 'TCP', name: 'http' }];
    const merged = apply('n', spec({ name: 'more' }, { name: 'web', ports: named }));

    expect(merged['spec']).toEqual({
      template: {
        spec: {
          containers: [{ name: 'more' }, { ...web, ports: named }, { name: 'log', image: 'log' }],
        },
      },
    });
    expect(
      conflicts(() => apply('n', spec({ name: 'web', image: 'other', args: ['x', 'y'] }))),
    ).toEqual([
      '.spec.template.spec.containers[name="web"].args',
      '.spec.template.spec.containers[name="web"].image',
    ]);
    expect(owners(merged)[1]).toContain('k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}');
    expect(apply('m', spec(web))['spec']).toEqual({
      template: { spec: { containers: [{ name: 'more' }, { ...web, ports: named }] } },
    });
  });

  it('goes by the schema of a custom resource', () => {
    const { apply } = started();
    const spec = {
      size: 1,
      tags: ['a'],
      plain: ['a'],
      ports: [{ port: 80, name: 'x' }],
      whole: { a: 1 },
      free: { a: '1' },
    };
    apply('m', { spec });
    const more = { tags: ['b'], ports: [{ port: 81 }], free: { b: '2' } };

    expect(apply('n', { spec: more })['spec']).toEqual({
      ...spec,
      tags: ['a', 'b'],
      ports: [{ port: 80, name: 'x' }, { port: 81 }],
      free: { a: '1', b: '2' },
    });
    expect(
      conflicts(() =>
        apply('n', {
          spec: {
            plain: ['a', 'b'],
            whole: { b: 1 },
            ports: [{ port: 80, protocol: 'TCP', name: 'y' }],
          },
        }),
      ),
    ).toEqual(['.spec.plain', '.spec.ports[port=80,protocol="TCP"].name', '.spec.whole']);
  });

  it('keeps the status apart', () => {
    const { apply } = started();
    apply('m', { spec: { size: 1 }, status: { ready: 1 } });
    const told = apply('m', { spec: { size: 9 }, status: { ready: 2 } }, { part: 'status' });

    expect(told).toMatchObject({ spec: { size: 1 }, status: { ready: 2 } });
    expect(told.metadata.managedFields).toMatchObject([
      { manager: 'm', operation: 'Apply' },
      { manager: 'm', operation: 'Apply', subresource: 'status' },
    ]);
    expect(() => started().apply('m', { status: {} }, { part: 'status' })).toThrow('not found');
  });

  it('lets kubectl take fields of its client-side apply, and updates the annotation', () => {
    const { create, apply } = started('configmaps');
    const note = 'kubectl.kubernetes.io/last-applied-configuration';
    const sent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1' } };
    create(
      'kubectl-client-side-apply',
      { data: { x: '1', y: '1' } },
      { annotations: { [note]: JSON.stringify(sent) } },
    );

    expect(conflicts(() => apply('other', { data: { x: '2' } }))).toEqual(['.data.x']);
    // It has not sent this one.
    expect(conflicts(() => apply('kubectl', { data: { x: '2', y: '2' } }))).toEqual(['.data.y']);
    const gone = apply('kubectl', { data: { x: '2' } });
    expect(gone).toMatchObject({ data: { x: '2', y: '1' } });
    expect(JSON.parse(gone.metadata.annotations?.[note] ?? '')).toMatchObject({ data: { x: '2' } });
  });

  it('holds an apply to the version that it names', () => {
    const { apply } = started('configmaps');
    apply('m', { data: { x: '1' } });

    expect(() => apply('m', { data: {} }, { metadata: { resourceVersion: '1' } })).toThrow(
      'the object has been modified',
    );
  });

  it('forgets owners that a write removes', () => {
    const { apply, patch } = started('configmaps');
    apply('m', { data: { x: '1' } });

    expect(owners(patch('up', { metadata: { managedFields: [{}] } }))).toEqual([]);
  });
});
