import { type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  type KubeObject,
  configMaps,
  deployments,
  isAlreadyExists,
  isConflict,
  isNotFound,
  namespaces,
  pods,
  resource,
  secrets,
} from '@rxkube/protocol';
import { cluster, failedRequest, onVirtualTime, response, statusResponse } from '@rxkube/testing';
import { Observable, concat, defer, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { writes } from './writes.js';

const metadata = { namespace: 'ns1', name: 'a' };

/** The request that a write sends, and no other. */
function requestOf(write: (transport: Transport) => Observable<unknown>): ApiRequest {
  const sent: ApiRequest[] = [];
  const transport: Transport = (request) => {
    sent.push(request);

    return response({ body: [JSON.stringify({ metadata })] })(request);
  };
  onVirtualTime((time) => {
    time.record(write(transport), 100);
    time.run();
  });
  const [request] = sent;
  if (sent.length !== 1 || request === undefined)
    throw new Error(`${String(sent.length)} requests`);

  return request;
}

function failureOf(write: Observable<unknown>): unknown {
  return onVirtualTime((time) => {
    const recording = time.record(write, 100);
    time.run();

    return recording.failure?.error;
  });
}

describe('the requests of writes', () => {
  it.each<[string, (transport: Transport) => Observable<unknown>, object]>([
    [
      'get',
      (transport) => writes(transport).get(pods, metadata),
      { method: 'GET', path: '/api/v1/namespaces/ns1/pods/a', query: {} },
    ],
    [
      'create, with the kind of the resource',
      (transport) => writes(transport).create(configMaps, { metadata, data: { x: '1' } }),
      {
        method: 'POST',
        path: '/api/v1/namespaces/ns1/configmaps',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"ns1","name":"a"},"data":{"x":"1"}}',
      },
    ],
    [
      'create of a generated name, as a dry run',
      (transport) =>
        writes(transport).create(
          namespaces,
          { metadata: { generateName: 'a-' } },
          { dryRun: true, fieldManager: 'me', fieldValidation: 'Strict' },
        ),
      {
        path: '/api/v1/namespaces',
        query: { dryRun: 'All', fieldManager: 'me', fieldValidation: 'Strict' },
      },
    ],
    [
      'create of a subresource, with the kind of the object',
      (transport) =>
        writes(transport).create(pods, { kind: 'Eviction', metadata } as never, {
          subresource: 'eviction',
        }),
      {
        path: '/api/v1/namespaces/ns1/pods/a/eviction',
        body: '{"kind":"Eviction","metadata":{"namespace":"ns1","name":"a"}}',
      },
    ],
    [
      'update',
      (transport) =>
        writes(transport).update(deployments, { metadata: { ...metadata, resourceVersion: '7' } }),
      { method: 'PUT', path: '/apis/apps/v1/namespaces/ns1/deployments/a' },
    ],
    [
      'updateStatus',
      (transport) =>
        writes(transport).updateStatus(pods, { metadata: { ...metadata, resourceVersion: '7' } }),
      { method: 'PUT', path: '/api/v1/namespaces/ns1/pods/a/status' },
    ],
    [
      'a JSON patch',
      (transport) =>
        writes(transport).patch(pods, metadata, { json: [{ op: 'remove', path: '/spec' }] }),
      {
        method: 'PATCH',
        headers: { accept: 'application/json', 'content-type': 'application/json-patch+json' },
        body: '[{"op":"remove","path":"/spec"}]',
      },
    ],
    [
      'a merge patch of a status',
      (transport) =>
        writes(transport).patch(
          pods,
          metadata,
          { merge: { status: { phase: 'Failed', message: null } } },
          { subresource: 'status' },
        ),
      {
        path: '/api/v1/namespaces/ns1/pods/a/status',
        headers: { accept: 'application/json', 'content-type': 'application/merge-patch+json' },
        body: '{"status":{"phase":"Failed","message":null}}',
      },
    ],
    [
      'a strategic merge patch',
      (transport) => writes(transport).patch(pods, metadata, { strategic: { spec: {} } }),
      {
        headers: {
          accept: 'application/json',
          'content-type': 'application/strategic-merge-patch+json',
        },
      },
    ],
    [
      'apply',
      (transport) =>
        writes(transport).apply(configMaps, { metadata }, { manager: 'me', force: true }),
      {
        method: 'PATCH',
        query: { fieldManager: 'me', force: 'true' },
        headers: { accept: 'application/json', 'content-type': 'application/apply-patch+yaml' },
      },
    ],
    [
      'remove',
      (transport) =>
        writes(transport).remove(pods, metadata, {
          preconditions: { uid: 'u1' },
          propagation: 'Foreground',
          gracePeriodSeconds: 0,
        }),
      {
        method: 'DELETE',
        path: '/api/v1/namespaces/ns1/pods/a',
        body: '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"u1"},"propagationPolicy":"Foreground","gracePeriodSeconds":0}',
      },
    ],
  ])('are one each: %s', (_name, write, expected) => {
    expect(requestOf(write)).toMatchObject(expected);
  });
});

describe('writes', () => {
  it('writes to a server, and emits what it stored', () => {
    cluster(({ server, transport, time }) => {
      const { create, update, patch, apply, remove } = writes(transport);
      const stored = (): object => server.store.get(configMaps, metadata) ?? {};
      const steps = concat(
        create(configMaps, { metadata, data: { x: '1' } }),
        defer(() =>
          update(configMaps, {
            ...stored(),
            metadata: server.store.get(configMaps, metadata)?.metadata ?? metadata,
            data: { x: '2' },
          }),
        ),
        patch(configMaps, metadata, { merge: { data: { y: '1' } } }),
        patch(configMaps, metadata, { json: [{ op: 'add', path: '/data/z', value: '1' }] }),
        apply(configMaps, { metadata, data: { a: '1' } }, { manager: 'me' }),
      );
      const seen = time.record(steps, 10_000);
      const removed = time.record(
        defer(() => remove(configMaps, metadata, { preconditions: { uid: 'another' } })),
        10_000,
      );
      time.run();
      expect(seen.values.map(({ value }) => value.data)).toEqual([
        { x: '1' },
        { x: '2' },
        { x: '2', y: '1' },
        { x: '2', y: '1', z: '1' },
        { x: '2', y: '1', z: '1', a: '1' },
      ]);
      expect(isConflict(removed.failure?.error)).toBe(true);
    });
  });

  it('recognises a conflict, a taken name and a missing object', () => {
    cluster(({ server, transport, time }) => {
      server.store.create(configMaps, { metadata });
      const { create, update, apply, get, remove } = writes(transport);
      const old = { ...metadata, resourceVersion: '1' };
      const failures = [
        create(configMaps, { metadata }),
        update(configMaps, { metadata: old }),
        concat(
          apply(configMaps, { metadata, data: { x: '1' } }, { manager: 'a' }),
          apply(configMaps, { metadata, data: { x: '2' } }, { manager: 'b' }),
        ),
        get(configMaps, { namespace: 'ns1', name: 'b' }),
        remove(configMaps, { namespace: 'ns1', name: 'b' }),
      ].map((write: Observable<unknown>) => time.record(write, 10_000));
      time.run();
      const recognised = failures.map(({ failure }) =>
        [isAlreadyExists, isConflict, isNotFound].map((guard) => guard(failure?.error)),
      );
      expect(recognised).toEqual([
        [true, false, false],
        [false, true, false],
        [false, true, false],
        [false, false, true],
        [false, false, true],
      ]);
    });
  });

  it('emits the Status of a deletion', () => {
    const transport = response({
      body: ['{"apiVersion":"v1","kind":"Status","status":"Success"}'],
    });
    onVirtualTime((time) => {
      const seen = time.record(writes(transport).remove(pods, metadata), 100);
      time.run();
      expect(seen.values[0]?.value).toMatchObject({ kind: 'Status' });
    });
  });

  it('repeats nothing, not even after a connection that breaks', () => {
    let sent = 0;
    const transport: Transport = (request) =>
      defer(() => {
        sent++;

        return failedRequest('ECONNRESET')(request);
      });
    expect(failureOf(writes(transport).create(pods, { metadata }))).toMatchObject({
      code: 'ECONNRESET',
    });
    expect(sent).toBe(1);
  });

  it('aborts the request if you unsubscribe', () => {
    let isAborted = false;
    const transport: Transport = () =>
      new Observable(() => () => {
        isAborted = true;
      });
    writes(transport).create(pods, { metadata }).subscribe().unsubscribe();
    expect(isAborted).toBe(true);
  });

  it('checks its result with the codec of the resource', () => {
    const refusing = resource<KubeObject>({
      ...pods,
      codec: {
        name: 'none',
        validate: (_u, context) => ({ _tag: 'Left', left: [{ value: 1, context }] }),
        decode: () => ({ _tag: 'Left', left: [] }),
      },
    });
    const transport = response({ body: [JSON.stringify({ metadata })] });
    expect(failureOf(writes(transport).get(refusing, metadata))).toMatchObject({
      _tag: 'DecodeError',
    });
  });

  it('shows no value of a Secret, although servers quote what they refuse', () => {
    const transport = statusResponse(400, 'BadRequest', { message: '…|"password":"hunter2"|…' });
    const { create, update } = writes(transport);
    const error = failureOf(create(secrets, { metadata, stringData: { password: 'hunter2' } }));
    expect(String(error)).toBe(
      'StatusError: 400 BadRequest: POST /api/v1/namespaces/ns1/secrets: the message is hidden, because it can quote the values of the Secret',
    );
    const cyclic: Record<string, unknown> = { metadata: { ...metadata, resourceVersion: '1' } };
    cyclic['data'] = cyclic;
    expect(String(failureOf(update(secrets, cyclic as never)))).toContain(
      'cannot be written as JSON',
    );
  });

  it.each<[string, (write: ReturnType<typeof writes>) => Observable<unknown>, string]>([
    [
      'an update without a version',
      (w) => w.update(pods, { metadata }),
      'metadata.resourceVersion: is missing',
    ],
    [
      'an update without a name',
      (w) => w.update(pods, { metadata: { resourceVersion: '1' } }),
      'metadata.name: is missing',
    ],
    [
      'a missing namespace',
      (w) => w.create(pods, { metadata: { name: 'a' } }),
      'namespace: is missing',
    ],
    ['a namespace of a node', (w) => w.get(namespaces, metadata), 'namespace'],
    ['a name with a slash', (w) => w.get(pods, { namespace: 'ns1', name: 'a/b' }), 'name'],
    [
      'a wrong subresource',
      (w) => w.get(pods, metadata, { subresource: '../x' }),
      'subresource: must be a name',
    ],
    [
      'two patches',
      (w) => w.patch(pods, metadata, { merge: {}, json: [] }),
      'patch: must have exactly one',
    ],
    ['no manager', (w) => w.apply(pods, { metadata }, { manager: '' }), 'manager: must be a text'],
    ['no object', (w) => w.create(pods, undefined as never), 'object: must be an object'],
    [
      'no target',
      (w) => w.remove(pods, undefined as never),
      'name: the target must name one object',
    ],
  ])('refuses %s before it sends anything', (_name, write, problem) => {
    const transport: Transport = () => {
      throw new Error('a request was sent');
    };
    expect(String(failureOf(write(writes(transport))))).toContain(`invalidArgument: ${problem}`);
  });

  it('updates without a version if you allow it', () => {
    const request = requestOf((transport) =>
      writes(transport).update(pods, { metadata }, { overwrite: true }),
    );
    expect(request.method).toBe('PUT');
  });

  it('sends one request for each subscription', () => {
    let sent = 0;
    const transport: Transport = (request) =>
      defer(() => {
        sent++;

        return response({ body: [JSON.stringify({ metadata })] })(request);
      });
    const write = writes(transport).get(pods, metadata);
    expect(sent).toBe(0);
    onVirtualTime((time) => {
      time.record(concat(write, write, of(0)), 100);
      time.run();
    });
    expect(sent).toBe(2);
  });
});
