import { type INestApplication, Logger } from '@nestjs/common';
import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { type ApiRequest, type ObjectFields, type Pod, isWatch, pods } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createApp } from './create-app.js';
import { type PodView } from './pod-view.js';

const crowd = Array.from({ length: 200 }, (_, index) => index);

let server: ApiServer;
let requests: ApiRequest[];
let app: INestApplication;
let url: string;

beforeEach(async () => {
  server = createApiServer();
  requests = [];
  server.requests.subscribe(({ request }) => requests.push(request));
  server.store.create(pods, pod('web-0', 'Running'));
  Logger.overrideLogger(false);
  app = await createApp(server.transport());
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/pods`;
});

afterEach(async () => {
  await app.close();
  await server.close();
});

describe('B65 the stream of pods', () => {
  it('begins with the whole set and continues with changes', async () => {
    const client = await connect();
    const first = await client.next();
    server.store.create(pods, pod('web-1', 'Pending'));
    server.store.delete(pods, { namespace: 'default', name: 'web-0' });
    const second = await client.next();

    expect(first).toEqual({
      type: 'set',
      id: '2',
      data: { phase: 'live', gone: [], put: { 'default/web-0': view('Running') } },
    });
    expect(second).toEqual({
      type: 'changes',
      id: '4',
      data: { phase: 'live', gone: ['default/web-0'], put: { 'default/web-1': view('Pending') } },
    });
  });

  it('feeds 200 clients from one watch, and a late client from the current set', async () => {
    const clients = await Promise.all(crowd.map(() => connect()));
    const sets = await Promise.all(clients.map((client) => client.next()));
    server.store.patch(pods, { name: 'web-0' }, { status: { phase: 'Failed' } });
    const changes = await Promise.all(clients.map((client) => client.next()));
    const late = await (await connect()).next();

    const put = { 'default/web-0': view('Failed') };
    expect(sets).toEqual(crowd.map(() => expect.objectContaining({ type: 'set', id: '2' })));
    expect(changes).toEqual(
      crowd.map(() => ({ type: 'changes', id: '3', data: { phase: 'live', gone: [], put } })),
    );
    expect(late).toEqual({ type: 'set', id: '3', data: { phase: 'live', gone: [], put } });
    expect(requests.map(isWatch)).toEqual([false, true]);
  });

  it('releases clients that vanish', async () => {
    const clients = await Promise.all(crowd.map(() => connect()));
    await Promise.all(clients.map((client) => client.next()));

    expect(server.watchers).toBe(1);

    await Promise.all(clients.map((client) => client.leave()));
    await Promise.all(crowd.map((index) => vanishAfter((index % 5) * 20)));

    await expect.poll(() => server.watchers, { timeout: 10_000 }).toBe(0);
  });

  it('ends without a wait for the grace time of its watch', async () => {
    const client = await connect();
    await client.next();
    await client.leave();
    await app.close();

    expect(server.watchers).toBe(0);
  });

  it('ends with the application, and its watch with it', async () => {
    const clients = await Promise.all(crowd.map(() => connect()));
    await Promise.all(clients.map((client) => client.next()));

    await app.close();

    expect(await Promise.all(clients.map((client) => client.rest()))).toEqual(crowd.map(() => ''));
    expect(server.watchers).toBe(0);
  });
});

function view(phase: string): PodView {
  return { phase, node: 'node-a' };
}

function pod(name: string, phase: string): ObjectFields<Pod> {
  return { metadata: { name }, spec: { nodeName: 'node-a', containers: [] }, status: { phase } };
}

/** A client that stays until it leaves. */
async function connect(): Promise<Client> {
  const { body } = await fetch(url);
  if (body === null) throw new Error('the response has no body');

  return new Client(body.pipeThrough(new TextDecoderStream()).getReader());
}

/** A client that breaks its connection, wherever it has got to by then. */
async function vanishAfter(milliseconds: number): Promise<void> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(milliseconds) });
    await response.text();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
  }
}

/** As much of a browser's EventSource as the tests need. */
class Client {
  #text = '';

  constructor(private readonly reader: ReadableStreamDefaultReader<string>) {}

  /** The next message. */
  async next(): Promise<unknown> {
    let end = this.#text.indexOf('\n\n');
    while (end < 0 && (await this.#read())) end = this.#text.indexOf('\n\n');
    const message = this.#text.slice(0, end).trim();
    this.#text = this.#text.slice(end + 2);
    const [, type, id, data = ''] = /^event: (.*)\nid: (.*)\ndata: (.*)$/u.exec(message) ?? [];

    return { type, id, data: JSON.parse(data) };
  }

  /** The text received until the server ends the stream. */
  async rest(): Promise<string> {
    while (await this.#read());

    return this.#text;
  }

  async leave(): Promise<void> {
    await this.reader.cancel();
  }

  async #read(): Promise<boolean> {
    const { done, value = '' } = await this.reader.read();
    this.#text += value;

    return !done;
  }
}
