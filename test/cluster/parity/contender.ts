import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { createApiServer } from '@rxkube/apiserver';
import { type KubeObject, type Resource, configMaps, resource } from '@rxkube/protocol';

import { startControlPlane } from '../support/control-plane.js';
import { type CuttableProxy, cuttableProxy } from '../support/cuttable-proxy.js';
import { heldRequest } from '../support/held-request.js';
import { within } from '../support/within.js';
import { DEFINITIONS, SECRETS, WIDGETS, definition } from './drafts.js';
import { throttle } from './throttle.js';

/** A server that shuts down rejects new requests and ends its watches cleanly. */
const SHUTTING_DOWN = [
  '--shutdown-send-retry-after',
  '--shutdown-watch-termination-grace-period=5s',
];

/** One of the servers that are compared. */
export interface Contender {
  readonly name: string;
  /** Sends a request. The response arrives with its headers, before its body is read. */
  readonly send: (request: RawRequest) => Promise<IncomingMessage>;
  readonly compact: (version: string) => Promise<void>;
  /** The token of the user whom `throttle` keeps out. */
  readonly throttled: string;
  /** Has it refuse all that one user asks for; gives how that ends. */
  readonly throttle: () => Promise<() => Promise<void>>;
  /** Begins all watch caches again, behind changes that they have not seen. */
  readonly restartCaches: () => Promise<void>;
  /** Makes a custom resource whose watch cache does not become ready, until `release`. */
  readonly hold: (plural: string) => Promise<void>;
  readonly release: () => Promise<void>;
  /** Announces its end, and ends its watches; gives how it begins again. */
  readonly shutDown: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Starts a kube-apiserver with a custom resource, and with a history that does not begin at 1. */
export async function realServer(
  binary: string,
  flags: readonly string[] = [],
): Promise<Contender> {
  let way: CuttableProxy | undefined;
  const plane = await startControlPlane(binary, {
    flags: [...SHUTTING_DOWN, ...flags],
    wayTo: async (etcd) => {
      way = await cuttableProxy({ server: etcd });

      return new URL(way.address.server).origin;
    },
  });
  const { server, ca, tokens } = plane.access;
  const url = new URL(server);
  const send: Contender['send'] = (raw) =>
    answerOf(
      requestHttps({
        ca,
        host: url.hostname,
        port: url.port,
        method: raw.method,
        path: raw.path,
        headers: { authorization: `Bearer ${tokens.admin}`, ...raw.headers },
      }),
      raw.body,
    );
  await define(send);
  await plane.apiserver.kill();
  await plane.apiserver.start();
  await widgetsServed(send);

  return {
    name: 'kube-apiserver',
    send,
    compact: (version) => plane.etcd.compact(version),
    throttled: tokens.throttled,
    throttle: () => throttle(send, { server, ca, token: tokens.throttled }),
    restartCaches: async () => {
      way?.cut();
      await plane.etcd.put('/elsewhere', '1');
      await plane.etcd.compact(await plane.etcd.put('/elsewhere', '2'));
      way?.mend();
    },
    hold: async (plural) => {
      // Its watch cache is filled over a connection of its own.
      way?.stallNew();
      await make(send, plural);
      await answers(send, widgetsOf(plural), 429);
    },
    release: async () => {
      way?.proceed();
      await Promise.resolve();
    },
    shutDown: async () => {
      // It waits for this request before it closes its port.
      const held = await heldRequest(
        { server, ca, token: tokens.admin },
        SECRETS.replace('<ns>', 'default'),
      );
      const ended = plane.apiserver.terminate();
      await answers(send, WIDGETS.replace('<ns>', 'default'), 429);

      return async () => {
        held?.close();
        await ended();
        await plane.apiserver.start();
        await widgetsServed(send);
      };
    },
    close: async () => {
      await plane.close();
      await way?.close();
    },
  };
}

/** Starts a server of ours with the same custom resource, and with a history that does not begin at 1 either. */
export async function ourServer(streamingLists = true): Promise<Contender> {
  const server = createApiServer({
    namespaces: 'required',
    // As by the flags of the control plane.
    withoutWatchCache: [configMaps],
    watchList: streamingLists,
    token: 'administrator',
  });
  const { port } = await server.listen();
  const send: Contender['send'] = (raw) =>
    answerOf(
      requestHttp({
        host: '127.0.0.1',
        port,
        method: raw.method,
        path: raw.path,
        headers: { authorization: 'Bearer administrator', ...raw.headers },
      }),
      raw.body,
    );
  let held: Resource<KubeObject> | undefined;
  await define(send);
  server.restart();
  await widgetsServed(send);

  return {
    name: '@rxkube/apiserver',
    send,
    compact: async (version) => {
      server.compact(version);
      await Promise.resolve();
    },
    throttled: 'throttled',
    throttle: async () => {
      // It has no flow control of its own, so a fault makes the 429.
      server.faults.next({
        when: ({ headers }) => headers['authorization'] === 'Bearer throttled',
        times: Infinity,
        answer: {
          status: 429,
          headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' },
          body: 'Too many requests, please try again later.\n',
        },
      });
      await Promise.resolve();

      return () => Promise.resolve(); // no other client has that token
    },
    restartCaches: async () => {
      for (const name of ['1', '2']) {
        await read(await send(documented('POST', '/api/v1/namespaces', { metadata: { name } })));
        await read(await send(documented('DELETE', `/api/v1/namespaces/${name}`)));
      }
      server.reinitialize();
    },
    hold: async (plural) => {
      held = resource({
        group: 'parity.example.com',
        version: 'v1',
        plural,
        kind: kindOf(plural),
        namespaced: true,
      });
      await make(send, plural);
      await answers(send, widgetsOf(plural), 200);
      server.reinitialize(held, { for: Infinity });
    },
    release: async () => {
      server.reinitialize(held);
      await Promise.resolve();
    },
    shutDown: async () => {
      server.shutdown({ sendRetryAfter: true });
      await Promise.resolve();

      return async () => {
        server.restart();
        await Promise.resolve();
      };
    },
    close: () => server.close(),
  };
}

async function define(send: Contender['send']): Promise<void> {
  await send(documented('POST', DEFINITIONS, definition('widgets', 'Widget')));
  await widgetsServed(send);
}

async function widgetsServed(send: Contender['send']): Promise<void> {
  await answers(send, WIDGETS.replace('<ns>', 'default'), 200);
}

async function answers(send: Contender['send'], path: string, status: number): Promise<void> {
  await within(60_000, `${path} answers ${String(status)}`, async () => {
    const answer = await send(documented('GET', path));
    answer.resume();

    return answer.statusCode === status ? true : undefined;
  });
}

/** Makes a custom resource, and does not wait until it is served. */
async function make(send: Contender['send'], plural: string): Promise<void> {
  await read(await send(documented('POST', DEFINITIONS, definition(plural, kindOf(plural)))));
}

/** No two resources have a kind in common. */
function kindOf(plural: string): string {
  return `Gizmo${plural.replaceAll(/\D/gu, '')}`;
}

function widgetsOf(plural: string): string {
  return WIDGETS.replace('<ns>', 'default').replace('widgets', plural);
}

async function read(answer: IncomingMessage): Promise<void> {
  answer.resume();
  await once(answer, 'end');
}

/** A request with a JSON document, or none. */
export function documented(method: string, path: string, document?: unknown): RawRequest {
  return {
    method,
    path,
    headers: { 'content-type': 'application/json' },
    ...(document !== undefined && { body: JSON.stringify(document) }),
  };
}

async function answerOf(
  request: ReturnType<typeof requestHttp>,
  body: string | undefined,
): Promise<IncomingMessage> {
  const came = once(request, 'response') as Promise<[IncomingMessage]>;
  // Not left to Node, which gives a DELETE with a body no length.
  if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
  request.end(body);
  const [answer] = await came;

  return answer;
}
