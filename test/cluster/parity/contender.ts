import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { configMaps } from '@rxkube/protocol';
import { createApiServer } from '@rxkube/apiserver';

import { startControlPlane } from '../support/control-plane.js';
import { within } from '../support/within.js';
import { throttle } from './throttle.js';
import { DEFINITIONS, WIDGETS, definition } from './drafts.js';

/** One of the servers that are compared. */
export interface Contender {
  readonly name: string;
  /** Sends a request; the answer comes with its headers, its body is still to be read. */
  readonly send: (request: RawRequest) => Promise<IncomingMessage>;
  readonly compact: (version: string) => Promise<void>;
  /** The token of the user whom `throttle` keeps out. */
  readonly throttled: string;
  readonly throttle: () => Promise<void>;
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
  const plane = await startControlPlane(binary, flags);
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
    throttle: () => throttle(send, tokens.throttled),
    close: plane.close,
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
      // It has no flow control of its own: whoever wants a 429 asks for this one.
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
    },
    close: () => server.close(),
  };
}

async function define(send: Contender['send']): Promise<void> {
  await send(documented('POST', DEFINITIONS, definition('widgets', 'Widget')));
  await widgetsServed(send);
}

async function widgetsServed(send: Contender['send']): Promise<void> {
  await within(60_000, 'the custom resource is served', async () => {
    const answer = await send(documented('GET', WIDGETS.replace('<ns>', 'default')));
    answer.resume();

    return answer.statusCode === 200 ? true : undefined;
  });
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
