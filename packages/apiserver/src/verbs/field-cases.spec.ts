import { type KubeObject, resource } from '@rxkube/protocol';
import { VirtualTimeScheduler, mergeMap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { createApiServer } from '../index.js';

const IN_DEFAULT = '/api/v1/namespaces/default';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const MERGE_PATCH = 'application/merge-patch+json';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function described(group: string, plural: string, kind: string) {
  return resource<KubeObject>({ group, version: 'v1', plural, kind, namespaced: false });
}

/** A server, and a way to send it requests that gives status and document of the response. */
function started() {
  const clock = new VirtualTimeScheduler();
  const server = createApiServer({
    scheduler: clock,
    random: () => 0,
    resources: [
      described('rbac.authorization.k8s.io', 'clusterroles', 'ClusterRole'),
      described('networking.k8s.io', 'ipaddresses', 'IPAddress'),
    ],
  });

  return (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | string,
    bodyType?: string,
  ) => {
    let status = 0;
    let text = '';
    const [whole = '', query = ''] = path.split('?');
    const type = bodyType ?? (method === 'PATCH' ? MERGE_PATCH : 'application/json');
    server
      .transport()({
        method,
        path: whole,
        query: Object.fromEntries(new URLSearchParams(query)),
        headers: { 'content-type': type },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      .pipe(
        mergeMap((response) => {
          status = response.status;

          return response.body;
        }),
      )
      .subscribe((bytes) => {
        text += new TextDecoder().decode(bytes);
      });
    clock.flush();

    return { status, text, document: JSON.parse(text) as Record<string, unknown> };
  };
}

describe('writes that real programs make', () => {
  it.each([59, 200])('B70 cuts a prefix of %d letters for a generated name', (letters) => {
    const generateName = `${'a'.repeat(letters)}-`;
    const { status, document } = started()('POST', `${IN_DEFAULT}/configmaps`, {
      metadata: { generateName },
    });
    const { name } = document['metadata'] as { readonly name: string };

    expect(status).toBe(201);
    expect(name).toMatch(/^a{58}.{5}$/u);
  });

  it('B70 generates the name of a namespace from 60 letters', () => {
    const metadata = { generateName: 'a'.repeat(60) };

    expect(started()('POST', '/api/v1/namespaces', { metadata }).status).toBe(201);
  });

  it('B71 moves the stringData of a secret into its data', () => {
    const ask = started();
    const secret = {
      metadata: { name: 's' },
      data: { a: 'b2xk', b: 'eQ==' },
      stringData: { a: 'new' },
    };
    const { document } = ask('POST', `${IN_DEFAULT}/secrets`, secret);

    expect(document['data']).toEqual({ a: 'bmV3', b: 'eQ==' });
    expect(document).not.toHaveProperty('stringData');
    expect(
      ask('PATCH', `${IN_DEFAULT}/secrets/s`, { stringData: { c: 'z' } }).document['data'],
    ).toEqual({ a: 'bmV3', b: 'eQ==', c: 'eg==' });
  });

  it.each([
    [LEASES, 'l'],
    [DEFINITIONS, 'widgets.example.com'],
  ])('B72 updates an object of %s only by its version', (path, name) => {
    const ask = started();
    const object = { metadata: { name } };
    expect(ask('POST', path, object).status).toBe(201);

    expect(ask('PUT', `${path}/${name}`, object)).toMatchObject({
      status: 422,
      document: { details: { causes: [{ field: 'metadata.resourceVersion' }] } },
    });
  });

  it('B72 creates an object by a PUT, but not in the place of one that is gone', () => {
    const ask = started();
    const object = { metadata: { name: 'l', resourceVersion: '7' } };
    const gone = { metadata: { ...object.metadata, uid: 'u1' } };

    expect(ask('PUT', `${LEASES}/l`, gone)).toMatchObject({
      status: 409,
      document: { reason: 'Conflict' },
    });
    expect(ask('PUT', `${LEASES}/l`, object).status).toBe(201);
  });

  it('B72 takes the version 0 for none', () => {
    const ask = started();
    const object = { metadata: { name: 'c', resourceVersion: '0' } };

    expect(ask('POST', `${IN_DEFAULT}/configmaps`, object).status).toBe(201);
    expect(ask('PUT', `${IN_DEFAULT}/configmaps/c`, object).status).toBe(200);
  });

  it('B76 adds no finalizer to an object that is being deleted, and creates none beside it', () => {
    const ask = started();
    const path = `${IN_DEFAULT}/configmaps`;
    const metadata = { name: 'f', finalizers: ['example.com/a'] };
    ask('POST', path, { metadata });
    ask('DELETE', `${path}/f`);
    const finalizers = ['example.com/a', 'example.com/b'];

    expect(ask('PATCH', `${path}/f`, { metadata: { finalizers } })).toMatchObject({
      status: 422,
      document: { reason: 'Invalid', details: { causes: [{ field: 'metadata.finalizers' }] } },
    });
    expect(ask('POST', path, { metadata })).toMatchObject({
      status: 409,
      document: { message: 'object is being deleted: configmaps "f" already exists' },
    });
    expect(ask('PATCH', `${path}/f`, { metadata: { finalizers: [] } }).status).toBe(200);
    expect(ask('GET', `${path}/f`).status).toBe(404);
  });

  it.each([
    ['rbac.authorization.k8s.io', 'clusterroles', 'system:vpa-actor'],
    ['rbac.authorization.k8s.io', 'clusterroles', 'Viewer_1'],
    ['rbac.authorization.k8s.io', 'clusterroles', 'system::leader-locking-x'],
    ['networking.k8s.io', 'ipaddresses', '2001:db8::1'],
  ])('B78 creates an object of %s/v1/%s with the name %s', (group, plural, name) => {
    const ask = started();

    expect(ask('POST', `/apis/${group}/v1/${plural}`, { metadata: { name } }).status).toBe(201);
    expect(ask('POST', `/apis/${group}/v1/${plural}`, { metadata: { name: 'a/b' } }).status).toBe(
      422,
    );
  });

  it('B68 keeps the metadata that a client writes through the status of a pod', () => {
    const send = started();
    send('POST', `${IN_DEFAULT}/pods`, { metadata: { name: 'p' }, spec: {} });
    const metadata = { annotations: { x: '1' }, labels: { c: 'd' } };

    expect(send('PATCH', `${IN_DEFAULT}/pods/p/status`, { metadata })).toMatchObject({
      status: 200,
      document: { metadata },
    });
  });

  it('B77 keeps an object that waits for its dependents to be deleted', () => {
    const send = started();
    const path = `${IN_DEFAULT}/configmaps/f`;
    send('POST', `${IN_DEFAULT}/configmaps`, { metadata: { name: 'f' } });

    expect(send('DELETE', path, { propagationPolicy: 'Nonsense' }).status).toBe(422);
    expect(
      send('DELETE', path, { propagationPolicy: 'Orphan', orphanDependents: true }).status,
    ).toBe(422);
    expect(send('DELETE', path, { propagationPolicy: 'Foreground' })).toMatchObject({
      status: 200,
      document: { metadata: { finalizers: ['foregroundDeletion'] } },
    });
    expect(send('GET', path).status).toBe(200);
  });

  it('B85 keeps a pod through updates until its grace period is over', () => {
    const send = started();
    const path = `${IN_DEFAULT}/pods/p`;
    send('POST', `${IN_DEFAULT}/pods`, { metadata: { name: 'p' }, spec: { nodeName: 'n' } });

    expect(send('DELETE', path)).toMatchObject({
      document: { metadata: { deletionGracePeriodSeconds: 30 } },
    });
    send('PATCH', `${path}/status`, { status: { phase: 'Running' } });
    send('PATCH', path, { metadata: { labels: { a: 'b' } } });
    expect(send('GET', path).status).toBe(200);
    send('DELETE', path, { gracePeriodSeconds: 0 });
    expect(send('GET', path).status).toBe(404);
  });
});

describe('whole numbers beyond 2^53', () => {
  const numbers = '"big":9007199254740993,"least":-9223372036854775808,"most":9223372036854775807';

  it.each([
    ['JSON', 'application/json', `{"metadata":{"name":"a"},"spec":{${numbers}}}`],
    [
      'YAML',
      'application/yaml',
      `metadata: {name: a}\nspec: {${numbers.replaceAll('"', '').replaceAll(':', ': ')}}`,
    ],
  ])('B75 keep their digits, as %s', (_, type, body) => {
    const send = started();
    const names = { plural: 'wholes', kind: 'Whole' };
    const schema = {
      openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    };
    send('POST', DEFINITIONS, {
      metadata: { name: 'wholes.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names,
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    });
    const path = '/apis/example.com/v1/namespaces/default/wholes';

    expect(send('POST', path, body, type).text).toContain(`"spec":{${numbers}}`);
    send('PATCH', `${path}/a`, { metadata: { labels: { l: 'x' } } });
    expect(send('GET', `${path}/a`).text).toContain(numbers);
    send('PATCH', `${path}/a`, '{"spec":{"more":-9007199254740993}}');
    expect(send('GET', path).text).toContain('"more":-9007199254740993');
  });
});

describe('writes that a generator of histories makes', () => {
  const APPLY = 'application/apply-patch+yaml';
  const TYPED = '/apis/example.com/v1/namespaces/default/typed';
  const typed = (spec: object) => ({
    apiVersion: 'example.com/v1',
    kind: 'Typed',
    metadata: { name: 'a' },
    spec,
  });

  /** A server with a custom resource that has a map, a list with keys, and a part without a schema. */
  function withTyped() {
    const send = started();
    const spec = {
      type: 'object',
      properties: {
        map: { type: 'object', additionalProperties: { type: 'string' } },
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', properties: { name: { type: 'string' } } },
        },
        open: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    const names = { plural: 'typed', kind: 'Typed' };
    const version = { name: 'v1', served: true, storage: true, schema };
    send('POST', DEFINITIONS, {
      metadata: { name: 'typed.example.com' },
      spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version] },
    });

    return send;
  }

  it('B84 removes a container that one manager gives up, although another one has changed it', () => {
    const send = started();
    const path = '/apis/apps/v1/namespaces/default/deployments/d';
    const labels = { app: 'd' };
    const applied = (...names: readonly string[]) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: names.map((name) => ({ name, image: 'i' })) },
        },
      },
    });
    const env = [{ name: 'A', value: '1' }];
    send('PATCH', `${path}?fieldManager=gitops`, applied('app', 'side'), APPLY);
    send(
      'PATCH',
      `${path}?fieldManager=user`,
      { spec: { template: { spec: { containers: [{ name: 'side', env }] } } } },
      'application/strategic-merge-patch+json',
    );

    expect(
      send('PATCH', `${path}?fieldManager=gitops`, applied('app'), APPLY).document['spec'],
    ).toMatchObject({ template: { spec: { containers: [{ name: 'app' }] } } });
  });

  it('B84 removes an item of a custom list with its fields of another owner', () => {
    const send = withTyped();
    const apply = (spec: object) =>
      send('PATCH', `${TYPED}/a?fieldManager=a`, typed(spec), APPLY).document;
    const { metadata } = apply({ items: [{ name: 'p' }] }) as {
      readonly metadata: { readonly resourceVersion: string };
    };
    const { resourceVersion } = metadata;
    send('PUT', `${TYPED}/a?fieldManager=v`, {
      ...typed({ items: [{ name: 'p', v: 1 }] }),
      metadata: { name: 'a', resourceVersion },
    });
    const left = apply({});

    expect(JSON.stringify(left['spec'] ?? {})).not.toContain('"p"');
    expect(JSON.stringify(left['metadata'])).not.toContain('f:v');
  });

  it('creates a lease by a PUT that names the version of a deleted one', () => {
    const send = started();
    const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'x' } };
    const { document } = send('POST', LEASES, lease);
    const { resourceVersion } = document['metadata'] as { readonly resourceVersion: string };
    send('DELETE', `${LEASES}/l`);

    expect(
      send('PUT', `${LEASES}/l`, { ...lease, metadata: { name: 'l', resourceVersion } }),
    ).toMatchObject({ status: 201, document: { spec: lease.spec } });
  });

  it('treats an empty status as no status', () => {
    const send = started();
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const { document } = send('POST', `${IN_DEFAULT}/pods`, pod);

    expect(send('PATCH', `${IN_DEFAULT}/pods/p/status`, { status: {} })).toMatchObject({
      status: 200,
      document,
    });
  });

  it('writes null for a part whose last field is no longer applied, if the schema allows it', () => {
    const send = withTyped();
    const apply = (manager: string, spec: object) =>
      send('PATCH', `${TYPED}/a?fieldManager=${manager}&force=true`, typed(spec), APPLY);
    apply('m', { open: { a: 1 } });
    apply('n', { open: {} });

    expect(apply('m', {})).toMatchObject({ status: 200, document: { spec: { open: null } } });
  });

  it('rejects that null if the schema names a type', () => {
    const send = withTyped();
    const apply = (manager: string, spec: object) =>
      send('PATCH', `${TYPED}/a?fieldManager=${manager}&force=true`, typed(spec), APPLY);
    const open = { a: 1 };
    apply('m', { open, map: { x: '1' } });
    apply('n', { map: {} });

    expect(apply('m', { open })).toMatchObject({
      status: 422,
      document: { details: { causes: [{ field: 'spec.map' }] } },
    });
  });

  it('removes metadata whose last field is no longer applied', () => {
    const send = withTyped();
    const apply = (manager: string, metadata: object) =>
      send(
        'PATCH',
        `${TYPED}/a?fieldManager=${manager}&force=true`,
        { ...typed({}), metadata: { name: 'a', ...metadata } },
        APPLY,
      );
    apply('m', { annotations: { n: 'x' } });
    apply('n', { annotations: {} });

    expect(apply('m', {}).document['metadata']).not.toHaveProperty('annotations');
  });

  it('gives the fields of a deletion to the owner of all that was before the first apply', () => {
    const send = started();
    send('POST', `${IN_DEFAULT}/configmaps`, { metadata: { name: 'c' } });
    send('DELETE', `${IN_DEFAULT}/configmaps/c`, { propagationPolicy: 'Foreground' });
    const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } };

    expect(
      send('PATCH', `${IN_DEFAULT}/configmaps/c?fieldManager=m`, applied, APPLY).text,
    ).toContain('"f:deletionTimestamp":{}');
  });
});
