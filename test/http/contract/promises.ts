import { type ApiResponse, type Transport } from '@rxkube/operators';
import { type ApiRequest, isKubeError, isWatch } from '@rxkube/protocol';
import {
  EMPTY,
  Observable,
  ReplaySubject,
  catchError,
  firstValueFrom,
  map,
  reduce,
  switchMap,
  tap,
  throwError,
  toArray,
} from 'rxjs';

/** The API server behind a transport. A page controls it from afar, so each control is a promise. */
export interface Origin {
  /** Creates a config map with a text. */
  readonly create: (name: string, text?: string) => Promise<void>;
  /** The text of a stored config map. */
  readonly textOf: (name: string) => Promise<string | undefined>;
  /** The number of open watches. */
  readonly watchers: () => Promise<number>;
  /** All requests that have come. */
  readonly requests: () => Promise<readonly ApiRequest[]>;
  readonly endWatches: () => Promise<void>;
  readonly cutWatches: () => Promise<void>;
  /** Cuts the next response after ten bytes. */
  readonly cutNext: () => Promise<void>;
}

/** A transport, and the server that it leads to. */
export interface Connected {
  readonly origin: Origin;
  readonly transport: Transport;
}

/** One promise of the port `Transport`. */
export interface TransportPromise {
  readonly title: string;
  /** Rejects if the transport breaks the promise. */
  readonly keep: (connected: Connected) => Promise<void>;
  /** Makes a transport that breaks the promise. */
  readonly broken: (transport: Transport) => Transport;
}

const CONFIG_MAPS = '/api/v1/configmaps';
const list: ApiRequest = {
  method: 'GET',
  path: CONFIG_MAPS,
  query: {},
  headers: { accept: 'application/json' },
};
const watch: ApiRequest = { ...list, query: { watch: 'true', resourceVersion: '1' } };

/** All promises that a test can see from outside. They run on Node and in a page. */
export const promises: readonly TransportPromise[] = [
  {
    title: 'sends nothing before it is subscribed, and one request for each subscription',
    keep: async ({ origin, transport }) => {
      const response = transport(list);
      await whole(transport(list));
      same((await origin.requests()).length, 1, 'requests before the subscription');
      await whole(response);
      await whole(response);
      same((await origin.requests()).length, 3, 'requests after two subscriptions');
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
    keep: async ({ origin, transport }) => {
      const seen = recorded(transport(watch));
      await firstFrame({ origin, transport }, seen);
      await origin.endWatches();
      await seen.ended;
      same(seen.marks(), ['response', 'body |', 'result |'], 'order');
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
    keep: async ({ origin, transport }) => {
      const seen = recorded(transport(watch));
      await firstFrame({ origin, transport }, seen);
      same(await origin.watchers(), 1, 'open watches');
      seen.unsubscribe();
      await settled(transport, 'the watch ends', async () => (await origin.watchers()) === 0);
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
    keep: async ({ origin, transport }) => {
      const response = await new Promise<ApiResponse>((resolve, reject) => {
        transport(watch).subscribe({ next: resolve, error: reject });
      });
      const late: unknown = await firstValueFrom(response.body).catch((error: unknown) => error);
      same(isKubeError(late), true, 'a late subscription fails with a typed error');
      await settled(transport, 'the watch ends', async () => (await origin.watchers()) === 0);
    },
    broken: (transport) => (request) =>
      transport(request).pipe(map((response) => ({ ...response, body: replayed(response.body) }))),
  },
  {
    title: 'lets a body be read once',
    keep: async ({ transport }) => {
      let body: Observable<Uint8Array> = EMPTY;
      await whole(
        transport(list).pipe(
          tap((response) => {
            ({ body } = response);
          }),
        ),
      );
      const again: unknown = await firstValueFrom(body).catch((error: unknown) => error);
      same(isKubeError(again), true, 'a second subscription fails with a typed error');
    },
    broken: (transport) => (request) =>
      transport(request).pipe(map((response) => ({ ...response, body: replayed(response.body) }))),
  },
  {
    title: 'fails the body with a TransportError before the result ends, if the connection is cut',
    keep: async ({ origin, transport }) => {
      const seen = recorded(transport(watch));
      await firstFrame({ origin, transport }, seen);
      await origin.cutWatches();
      await seen.ended;
      same(seen.marks().slice(0, 2), ['response', 'body #'], 'order');
      same(tagOf(seen.errors[0]), 'TransportError', 'error');
      same(new Set(seen.errors).size, 1, 'different errors');
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => ({ ...response, body: response.body.pipe(catchError(() => EMPTY)) })),
      ),
  },
  {
    title: 'fails with a TransportError that names the request, if the response is cut off',
    keep: async ({ origin, transport }) => {
      await origin.create('a');
      await origin.cutNext();
      const error: unknown = await whole(transport(list)).catch((reason: unknown) => reason);
      same(tagOf(error), 'TransportError', 'error');
      const { phase, request } = error as { phase?: unknown; request?: unknown };
      same([phase, request], ['body', `GET ${CONFIG_MAPS}`], 'phase and request');
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map((response) => ({
          ...response,
          body: response.body.pipe(catchError(() => throwError(() => new Error('cut off')))),
        })),
      ),
  },
  {
    title: 'gives a status that is not a success as a response',
    keep: async ({ transport }) => {
      const { status, text } = await whole(transport({ ...list, path: '/api/v1/unknown' }));
      same(status, 404, 'status');
      same(text.includes('404'), true, 'the body is there');
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
      const { headers } = await whole(transport(list));
      same(headers.get('content-type'), 'application/json', 'content-type');
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
    keep: async ({ origin, transport }) => {
      const text = 'ä'.repeat(100_000);
      for (const name of ['a', 'b', 'c']) await origin.create(name, text);
      const response = await whole(transport(list));
      const { items } = JSON.parse(response.text) as { items: { data: { text: string } }[] };
      same(
        items.map(({ data }) => data.text === text),
        [true, true, true],
        'texts are whole',
      );
      same(response.headers.has('content-encoding'), false, 'content-encoding');
      const bytes = new TextEncoder().encode(response.text).length;
      same(response.headers.get('content-length') ?? String(bytes), String(bytes), 'length');
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
    keep: async ({ origin, transport }) => {
      const seen = recorded(transport(watch));
      await firstFrame({ origin, transport }, seen);
      await origin.create('second');
      await settled(transport, 'the second frame comes', () => seen.text().includes('"second"'));
      seen.unsubscribe();
    },
    broken: (transport) => (request) =>
      transport(request).pipe(
        map(({ body, ...head }) => ({
          ...head,
          body: isWatch(request)
            ? body.pipe(
                toArray(),
                switchMap((all) => all),
              )
            : body,
        })),
      ),
  },
  {
    title: 'encodes the query',
    keep: async ({ origin, transport }) => {
      const labelSelector = 'app in (a,b),!c';
      await whole(transport({ ...list, query: { labelSelector, limit: '7' } }));
      const query = (await origin.requests())[0]?.query;
      same([query?.['labelSelector'], query?.['limit']], [labelSelector, '7'], 'query');
    },
    broken: (transport) => (request) => transport({ ...request, query: {} }),
  },
  {
    title: 'sends the headers of a request',
    keep: async ({ transport }) => {
      const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
      const { text } = await whole(transport({ ...list, headers: { accept } }));
      same((JSON.parse(text) as { kind?: unknown }).kind, 'Table', 'kind');
    },
    broken: (transport) => (request) => transport({ ...request, headers: {} }),
  },
  {
    title: 'sends the method and the body of a request',
    keep: async ({ origin, transport }) => {
      const { status } = await whole(
        transport({
          method: 'POST',
          path: '/api/v1/namespaces/x/configmaps',
          query: {},
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ metadata: { name: 'posted' }, data: { text: 'ä' } }),
        }),
      );
      same([status, await origin.textOf('posted')], [201, 'ä'], 'status and text');
    },
    broken: (transport) => (request) => transport({ ...request, body: undefined }),
  },
];

/** The events of one response, as a test sees them. */
interface Recorded {
  /** The events but the bytes, in their order. */
  readonly marks: () => readonly string[];
  readonly text: () => string;
  readonly errors: readonly unknown[];
  readonly ended: Promise<void>;
  readonly unsubscribe: () => void;
}

/** Subscribes a response and its body, and notes each of their events. */
function recorded(source: Observable<ApiResponse>): Recorded {
  const marks: string[] = [];
  const errors: unknown[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const subscription = source.subscribe({
    next: ({ body }) => {
      marks.push('response');
      body.subscribe({
        next: (bytes) => {
          text += decoder.decode(bytes, { stream: true });
        },
        error: (error: unknown) => {
          marks.push('body #');
          errors.push(error);
        },
        complete: () => {
          marks.push('body |');
        },
      });
    },
    error: (error: unknown) => {
      marks.push('result #');
      errors.push(error);
      end();
    },
    complete: () => {
      marks.push('result |');
      end();
    },
  });

  return {
    marks: () => marks,
    text: () => text,
    errors,
    ended,
    unsubscribe: () => {
      subscription.unsubscribe();
    },
  };
}

/** Creates an object for a watch, and waits until its bytes have come. */
async function firstFrame({ origin, transport }: Connected, { text }: Recorded): Promise<void> {
  await settled(transport, 'the watch opens', async () => (await origin.watchers()) === 1);
  await origin.create('first');
  await settled(transport, 'the first frame comes', () => text().includes('"first"'));
}

/** Asks for a condition up to 300 times, with a request to the server and back before each of them. */
async function settled(
  transport: Transport,
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let trip = 0; trip < 300; trip += 1) {
    await whole(transport(list));
    if (await condition()) return;
  }
  throw new Error(`broken: ${what}`);
}

/** A response with its whole body. */
interface Whole {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

async function whole(response: Observable<ApiResponse>): Promise<Whole> {
  return firstValueFrom(
    response.pipe(
      switchMap(({ status, headers, body }) => {
        const decoder = new TextDecoder();

        return body.pipe(
          reduce((text, bytes) => text + decoder.decode(bytes, { stream: true }), ''),
          map((text) => ({ status, headers, text })),
        );
      }),
    ),
  );
}

/** Keeps a body for readers that come late, which a transport must not do. */
function replayed(body: Observable<Uint8Array>): Observable<Uint8Array> {
  const kept = new ReplaySubject<Uint8Array>(Number.POSITIVE_INFINITY);
  kept.next(new Uint8Array());
  body.subscribe({
    next: (bytes) => {
      kept.next(bytes);
    },
    error: (error: unknown) => {
      kept.error(error);
    },
  });

  return kept;
}

function same(actual: unknown, expected: unknown, what: string): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`broken: ${what}: expected ${right}, got ${left}`);
}

function tagOf(error: unknown): unknown {
  return isKubeError(error) ? error._tag : String(error);
}

function titled(name: string): string {
  return name.replace(/\b[a-z]/gu, (letter) => letter.toUpperCase());
}
