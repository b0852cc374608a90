import { type ApiServer } from '@rxkube/apiserver';
import { type ApiResponse, type Transport } from '@rxkube/operators';
import { TransportError, configMaps, isWatch } from '@rxkube/protocol';
import {
  EMPTY,
  Observable,
  ReplaySubject,
  Subject,
  catchError,
  firstValueFrom,
  map,
  switchMap,
  tap,
  throwError,
  toArray,
} from 'rxjs';
import { expect } from 'vitest';

import { ask, failureOf, listOf } from '../support/transport-requests.js';

/** One transport, and the API server behind it. */
export interface Connected {
  readonly server: ApiServer;
  readonly transport: Transport;
}

/** One promise of the port `Transport`. */
export interface TransportPromise {
  readonly title: string;
  /** Rejects if the transport breaks the promise. */
  readonly keep: (connected: Connected) => Promise<void>;
  /** A transport that breaks the promise. */
  readonly broken: (transport: Transport) => Transport;
}

const CONFIG_MAPS = '/api/v1/configmaps';
const list = listOf({ path: CONFIG_MAPS });
const watch = listOf({ path: CONFIG_MAPS, query: { watch: 'true', resourceVersion: '1' } });

/** All promises that a test can see from outside. */
export const promises: readonly TransportPromise[] = [
  {
    title: 'sends nothing before it is subscribed, and one request for each subscription',
    keep: async ({ server, transport }) => {
      let seen = 0;
      const counting = server.requests.subscribe(() => (seen += 1));
      const response = transport(list);
      await roundTrips(transport, 3);
      expect(seen).toBe(3);
      await drained(response);
      await drained(response);
      expect(seen).toBe(5);
      counting.unsubscribe();
    },
    broken: (transport) => (request) => {
      transport(request)
        .pipe(switchMap(({ body }) => body))
        .subscribe();

      return transport(request);
    },
  },
  {
    title: 'emits one response, which ends after its body',
    keep: async ({ server, transport }) => {
      const { log, ended } = recorded(transport(watch));
      await firstFrame({ server, transport }, log);
      server.faults.endWatches();
      await ended;
      expect(log.filter((note) => note !== 'bytes')).toEqual(['response', 'body |', 'result |']);
    },
    broken: (transport) => (request) =>
      new Observable((subscriber) => {
        transport(request).subscribe((response) => {
          subscriber.next(response);
          subscriber.complete();
        });
      }),
  },
  {
    title: 'ends the connection when the result is unsubscribed',
    keep: async ({ server, transport }) => {
      const { log, subscription } = recorded(transport(watch));
      await firstFrame({ server, transport }, log);
      expect(server.watchers).toBe(1);
      subscription.unsubscribe();
      await settled(transport, () => server.watchers === 0);
    },
    broken: (transport) => (request) =>
      new Observable((subscriber) => {
        transport(request).subscribe((response) => {
          subscriber.next(response);
        });
      }),
  },
  {
    title: 'ends the connection of a response whose body is not subscribed in that call',
    keep: async ({ server, transport }) => {
      const late = new Subject<ApiResponse>();
      const first = firstValueFrom(late);
      const subscription = transport(watch).subscribe({
        next: (response) => {
          late.next(response);
        },
        error: () => undefined,
      });
      const { body } = await first;
      await expect(firstValueFrom(body, { defaultValue: undefined })).rejects.toThrow();
      await settled(transport, () => server.watchers === 0);
      subscription.unsubscribe();
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => {
          const kept = new ReplaySubject<Uint8Array>();
          response.body.subscribe(kept);
          kept.next(new Uint8Array(1));

          return { ...response, body: kept };
        }),
      ),
  },
  {
    title: 'lets a body be read once',
    keep: async ({ transport }) => {
      let body: Observable<Uint8Array> | undefined;
      await drained(transport(list).pipe(tap((response) => (body = response.body))));
      if (body === undefined) throw new Error('there was no response');
      await expect(firstValueFrom(body)).rejects.toHaveProperty('_tag');
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => {
          const kept = new ReplaySubject<Uint8Array>();
          response.body.subscribe(kept);

          return { ...response, body: kept };
        }),
      ),
  },
  {
    title: 'fails the body with a TransportError before the result ends, if the connection is cut',
    keep: async ({ server, transport }) => {
      const { log, ended, errors } = recorded(transport(watch));
      await firstFrame({ server, transport }, log);
      server.faults.cutWatches();
      await ended;
      expect(log.filter((note) => note !== 'bytes').slice(0, 2)).toEqual(['response', 'body #']);
      expect(errors[0]).toBeInstanceOf(TransportError);
      expect(new Set(errors)).toHaveLength(1);
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => ({
          ...response,
          body: response.body.pipe(catchError(() => EMPTY)),
        })),
      ),
  },
  {
    title: 'gives a status that is not a success as a response',
    keep: async ({ transport }) => {
      const response = await ask(transport, listOf({ path: `${CONFIG_MAPS.slice(0, -1)}z` }));
      expect(response.status).toBe(404);
      expect(JSON.parse(response.text)).toMatchObject({ kind: 'Status', code: 404 });
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        tap(({ status }) => {
          if (status >= 400) throw new Error('not a success');
        }),
      ),
  },
  {
    title: 'gives headers lower-case names',
    keep: async ({ transport }) => {
      const { headers } = await ask(transport, list);
      expect(headers.get('content-type')).toContain('application/json');
      expect([...headers.keys()]).toEqual([...headers.keys()].map((name) => name.toLowerCase()));
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => ({
          ...response,
          headers: new Map([...response.headers].map(([name, value]) => [titled(name), value])),
        })),
      ),
  },
  {
    title: 'undoes the encoding of a body, and drops the headers about it',
    keep: async ({ server, transport }) => {
      const text = 'ä'.repeat(100_000);
      for (const name of ['a', 'b', 'c']) {
        server.store.create(configMaps, { metadata: { name, namespace: 'x' }, data: { text } });
      }
      const { headers, text: body } = await ask(transport, list);
      const { items } = JSON.parse(body) as { items: readonly { data: object }[] };
      expect(items.map(({ data }) => data)).toEqual([{ text }, { text }, { text }]);
      expect(headers.has('content-encoding')).toBe(false);
      const length = headers.get('content-length') ?? String(Buffer.byteLength(body));
      expect(Number(length)).toBe(Buffer.byteLength(body));
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => ({
          ...response,
          headers: new Map([...response.headers, ['content-encoding', 'gzip']]),
        })),
      ),
  },
  {
    title: 'passes each chunk on when it arrives',
    keep: async ({ server, transport }) => {
      const { log, subscription, text } = recorded(transport(watch));
      await firstFrame({ server, transport }, log);
      server.store.create(configMaps, { metadata: { name: 'second', namespace: 'x' } });
      await settled(transport, () => text().includes('"second"'));
      subscription.unsubscribe();
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => ({
          ...response,
          body: isWatch(request)
            ? response.body.pipe(
                toArray(),
                switchMap((all) => all),
              )
            : response.body,
        })),
      ),
  },
  {
    title: 'encodes the query',
    keep: async ({ server, transport }) => {
      const seen = firstValueFrom(server.requests);
      const query = { labelSelector: 'app in (a,b),!c', limit: '7', continue: '' };
      await ask(transport, { ...list, query });
      expect((await seen).request.query).toMatchObject({
        labelSelector: query.labelSelector,
        limit: '7',
      });
    },
    broken: (transport) => (request) => transport({ ...request, query: {} }),
  },
  {
    title: 'sends the headers of a request',
    keep: async ({ transport }) => {
      const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
      const { text } = await ask(transport, { ...list, headers: { accept } });
      expect(JSON.parse(text)).toMatchObject({ kind: 'Table' });
    },
    broken: (transport) => (request) => transport({ ...request, headers: {} }),
  },
  {
    title: 'sends the method and the body of a request',
    keep: async ({ server, transport }) => {
      const body = JSON.stringify({ metadata: { name: 'posted' }, data: { a: 'ä' } });
      const { status } = await ask(transport, {
        method: 'POST',
        path: '/api/v1/namespaces/x/configmaps',
        query: {},
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(status).toBe(201);
      expect(server.store.get(configMaps, { name: 'posted', namespace: 'x' })).toMatchObject({
        data: { a: 'ä' },
      });
    },
    broken: (transport) => (request) => {
      const { body: _body, ...rest } = request;

      return transport(rest);
    },
  },
  {
    title: 'fails with a TransportError that names the request, if the response is cut off',
    keep: async ({ server, transport }) => {
      server.store.create(configMaps, { metadata: { name: 'a', namespace: 'x' } });
      server.faults.next({ cut: { afterBytes: 10 } });
      const error = await failureOf(transport, list);
      expect(error).toBeInstanceOf(TransportError);
      expect(error).toHaveProperty('request', `GET ${CONFIG_MAPS}`);
      expect(error).toHaveProperty('phase', 'body');
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => ({
          ...response,
          body: response.body.pipe(catchError(() => throwError(() => new Error('cut off')))),
        })),
      ),
  },
];

interface Recorded {
  readonly log: string[];
  readonly errors: unknown[];
  readonly ended: Promise<void>;
  readonly subscription: { readonly unsubscribe: () => void };
  readonly text: () => string;
}

/** Subscribes a response and its body, and notes what each of them does. */
function recorded(source: Observable<ApiResponse>): Recorded {
  const log: string[] = [];
  const errors: unknown[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const noted = (name: string): { error: (error: unknown) => void; complete: () => void } => ({
    error: (error) => {
      log.push(`${name} #`);
      errors.push(error);
      if (name === 'result') end();
    },
    complete: () => {
      log.push(`${name} |`);
      if (name === 'result') end();
    },
  });
  const subscription = source.subscribe({
    next: ({ body }) => {
      log.push('response');
      body.subscribe({
        next: (bytes) => {
          log.push('bytes');
          text += decoder.decode(bytes, { stream: true });
        },
        ...noted('body'),
      });
    },
    ...noted('result'),
  });

  return { log, errors, ended, subscription, text: () => text };
}

/** Creates an object for a watch, and waits until its bytes have come. */
async function firstFrame({ server, transport }: Connected, log: readonly string[]): Promise<void> {
  await turns(() => server.watchers === 1);
  server.store.create(configMaps, { metadata: { name: 'first', namespace: 'x' } });
  await settled(transport, () => log.includes('bytes'));
}

/** Waits for a condition, which has to come. The time limit of the test bounds it. */
async function turns(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for a condition for at most 200 requests, each to the server and back. */
async function settled(transport: Transport, condition: () => boolean): Promise<void> {
  for (let trip = 0; trip < 200 && !condition(); trip += 1) await roundTrips(transport, 1);
  expect(condition()).toBe(true);
}

async function roundTrips(transport: Transport, count: number): Promise<void> {
  for (let trip = 0; trip < count; trip += 1) await ask(transport, list);
}

async function drained(response: Observable<ApiResponse>): Promise<void> {
  await firstValueFrom(response.pipe(switchMap(({ body }) => body.pipe(toArray()))));
}

function titled(name: string): string {
  return name.replace(/\b[a-z]/gu, (letter) => letter.toUpperCase());
}
