import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { configMaps, customResourceDefinitions, deployments } from '@rxkube/protocol';
import { firstValueFrom, map, mergeMap, reduce } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { message, unknown } from '../support/protobuf.js';
import { widgetDefinition } from '../support/widget-definition.js';

const TYPE = 'application/vnd.kubernetes.protobuf';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
const OPTIONS = { apiVersion: 'v1', kind: 'DeleteOptions' };

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const named = (name: string) => message([1, name]);
/** A config map with a byte that is not UTF-8, so that a server that reads its body as text would break it. */
const configMap = (name: string) =>
  message([1, named(name)], [3, message([1, 'bytes'], [2, Uint8Array.of(0, 128, 255)])]);

describe.each(['http', 'transport'] as const)('a body in protobuf over %s', (carrier) => {
  let server: ApiServer;
  let url = '';

  beforeEach(async () => {
    server = createApiServer();
    ({ url } = await server.listen());
  });

  afterEach(() => server.close());

  const send = async (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: Uint8Array,
    type = TYPE,
  ): Promise<Reply> => {
    const headers = { 'content-type': type };
    if (carrier === 'http') {
      const response = await fetch(`${url}${path}`, { method, headers, body: Buffer.from(body) });

      return { status: response.status, body: await response.json() };
    }
    const request = {
      method,
      path,
      query: {},
      headers,
      body: Buffer.from(body).toString('latin1'),
    };

    return firstValueFrom(
      server
        .transport()(request)
        .pipe(
          mergeMap((response) =>
            response.body.pipe(
              reduce((text, bytes) => text + new TextDecoder().decode(bytes), ''),
              map((text) => ({ status: response.status, body: JSON.parse(text) as unknown })),
            ),
          ),
        ),
    );
  };

  it('creates and updates an object, which is stored as JSON would have made it', async () => {
    const created = await send('POST', CONFIG_MAPS, unknown(CONFIG_MAP, configMap('a')));
    const updated = await send(
      'PUT',
      `${CONFIG_MAPS}/a`,
      unknown(CONFIG_MAP, message([1, named('a')], [2, message([1, 'k'], [2, 'v'])])),
    );

    expect(created).toMatchObject({
      status: 201,
      body: { ...CONFIG_MAP, metadata: { name: 'a' }, binaryData: { bytes: 'AID/' } },
    });
    expect(updated.status).toBe(200);
    expect(server.store.get(configMaps, { name: 'a' })).toMatchObject({ data: { k: 'v' } });
  });

  it('takes the kind of the resource for an object that names none', async () => {
    const nameless = unknown({ apiVersion: '', kind: '' }, configMap('a'));

    expect(await send('POST', CONFIG_MAPS, nameless)).toMatchObject({ status: 201 });
  });

  it('scales', async () => {
    server.store.create(deployments, { metadata: { name: 'a' } });
    const scale = message([1, message([1, 'a'])], [2, message([1, 3])]);
    const path = '/apis/apps/v1/namespaces/default/deployments/a/scale';
    const type = { apiVersion: 'autoscaling/v1', kind: 'Scale' };

    expect(await send('PUT', path, unknown(type, scale))).toMatchObject({
      status: 200,
      body: { spec: { replicas: 3 } },
    });
  });

  it('deletes with options', async () => {
    server.store.create(configMaps, { metadata: { name: 'a' } });
    const dryRun = unknown(OPTIONS, message([5, 'All']));
    const wrongUid = unknown(OPTIONS, message([2, message([1, 'other'])]));

    expect(await send('DELETE', `${CONFIG_MAPS}/a`, dryRun)).toMatchObject({ status: 200 });
    expect(await send('DELETE', `${CONFIG_MAPS}/a`, wrongUid)).toMatchObject({
      status: 409,
      body: { reason: 'Conflict' },
    });
    expect(await send('DELETE', `${CONFIG_MAPS}/a`, new Uint8Array(0))).toMatchObject({
      status: 200,
    });
    expect(server.store.list(configMaps)).toEqual([]);
  });

  it.each([
    ['bytes that are not protobuf', Buffer.from('{"metadata":{"name":"a"}}')],
    ['no bytes', new Uint8Array(0)],
    ['a truncated object', unknown(CONFIG_MAP, configMap('a').subarray(0, -1))],
    ['a truncated envelope', unknown(CONFIG_MAP, configMap('a')).subarray(0, -6)],
    ['another kind', unknown({ apiVersion: 'v1', kind: 'Secret' }, configMap('a'))],
    ['another version', unknown({ apiVersion: 'apps/v1', kind: 'ConfigMap' }, configMap('a'))],
    ['an unknown kind', unknown({ apiVersion: 'v1', kind: 'Foo' }, configMap('a'))],
  ])('gets a 400 for %s', async (_, body) => {
    expect(await send('POST', CONFIG_MAPS, body)).toMatchObject({
      status: 400,
      body: { kind: 'Status', status: 'Failure', reason: 'BadRequest', code: 400 },
    });
    expect(server.store.list(configMaps)).toEqual([]);
  });

  it('gets a 415 for a custom resource and for a patch', async () => {
    server.store.create(customResourceDefinitions, widgetDefinition());
    const widgets = '/apis/example.com/v1/namespaces/default/widgets';
    const body = unknown(
      { apiVersion: 'example.com/v1', kind: 'Widget' },
      message([1, named('a')]),
    );

    expect(await send('POST', widgets, body)).toMatchObject({
      status: 415,
      body: { reason: 'UnsupportedMediaType' },
    });
    expect(await send('PATCH', `${CONFIG_MAPS}/a`, body)).toMatchObject({ status: 415 });
    expect(await send('POST', CONFIG_MAPS, body, 'text/plain')).toMatchObject({
      status: 415,
      body: { message: expect.stringContaining(TYPE) as string },
    });
  });

  it('gets a 404 where nothing is served', async () => {
    const path = '/api/v1/namespaces/missing/pods/a/things';
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': TYPE },
    });

    expect(response.status).toBe(404);
  });
});
