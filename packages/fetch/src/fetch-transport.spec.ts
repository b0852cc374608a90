import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest, isKubeError } from '@rxkube/protocol';
import { type Observable, firstValueFrom, of, switchMap, toArray } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type FetchInit, type FetchLike, type FetchResponse } from './fetch-like.js';
import { fetchTransport } from './fetch-transport.js';
import { type FetchTransportOptions } from './fetch-transport-options.js';

const list: ApiRequest = {
  method: 'GET',
  path: '/api/v1/pods',
  query: { labelSelector: 'a in (b)' },
  headers: { accept: 'application/json' },
};
const watch: ApiRequest = { ...list, query: { watch: 'true' } };

/** A fetch that notes its calls. */
function recordingFetch(respond: (init: FetchInit) => PromiseLike<FetchResponse>): {
  readonly fetch: FetchLike;
  readonly calls: { readonly url: string; readonly init: FetchInit }[];
} {
  const calls: { readonly url: string; readonly init: FetchInit }[] = [];

  return {
    calls,
    fetch: (url, init) => {
      calls.push({ url, init });

      return respond(init);
    },
  };
}

const answering: (text: string, init?: ResponseInit) => () => Promise<Response> =
  (text, init) => () =>
    Promise.resolve(new Response(text, init));

async function textOf(response: Observable<ApiResponse>): Promise<string> {
  const chunks = await firstValueFrom(response.pipe(switchMap(({ body }) => body.pipe(toArray()))));

  return Buffer.concat(chunks).toString();
}

async function failureOf(response: Observable<ApiResponse>): Promise<unknown> {
  const outcome: unknown = await textOf(response).catch((error: unknown) => error);
  if (!isKubeError(outcome)) throw new Error(`there was no typed error, but ${String(outcome)}`);

  return outcome;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('fetchTransport', () => {
  it('sends the request with headers of both, past the cache, and follows no redirect', async () => {
    const { fetch, calls } = recordingFetch(answering('{}'));
    const transport = fetchTransport({
      baseUrl: 'https://example.test/k8s/',
      headers: { 'X-Team': 'blue', Accept: 'text/html', 'User-Agent': 'mine', Host: 'other' },
      credentials: 'include',
      fetch,
    });
    await textOf(transport({ ...list, method: 'POST', body: '{"a":1}' }));

    expect(calls).toMatchObject([
      {
        url: 'https://example.test/k8s/api/v1/pods?labelSelector=a%20in%20(b)',
        init: {
          method: 'POST',
          headers: { 'x-team': 'blue', accept: 'application/json' },
          body: '{"a":1}',
          credentials: 'include',
          cache: 'no-store',
          redirect: 'manual',
        },
      },
    ]);
    expect(calls[0]?.init.headers).toEqual({ 'x-team': 'blue', accept: 'application/json' });
  });

  it('resolves a path when it sends, and says so outside of a page', async () => {
    const { fetch, calls } = recordingFetch(answering('{}'));
    const transport = fetchTransport({ baseUrl: '/k8s', fetch });
    expect(await failureOf(transport(list))).toMatchObject({
      rule: 'invalidArgument',
      field: 'baseUrl',
    });
    vi.stubGlobal('location', { href: 'https://example.test/' });
    await textOf(transport(list));

    expect(calls[0]?.url).toBe('/k8s/api/v1/pods?labelSelector=a%20in%20(b)');
  });

  it('calls a function for headers before each request', async () => {
    const { fetch, calls } = recordingFetch(answering('{}'));
    let count = 0;
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      headers: () => Promise.resolve({ authorization: `Bearer ${String((count += 1))}` }),
      fetch,
    });
    await textOf(transport(list));
    await textOf(transport(list));

    expect(calls.map(({ init }) => init.headers['authorization'])).toEqual([
      'Bearer 1',
      'Bearer 2',
    ]);
  });

  it.each<[string, FetchTransportOptions['headers']]>([
    [
      'throws',
      () => {
        throw new Error('token s3cret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('token s3cret'))],
    ['gives nothing', () => of()],
  ])('fails without the words of a function for headers that %s', async (_name, headers) => {
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: answering('{}'),
      ...(headers !== undefined && { headers }),
    });
    const error = await failureOf(transport(list));

    expect(error).toMatchObject({ phase: 'credentials', request: 'GET /api/v1/pods' });
    expect(String(error)).not.toContain('s3cret');
  });

  it('F3 masks the credential that it has sent in the words of a server', async () => {
    const { fetch } = recordingFetch(answering('{}'));
    const transport = fetchTransport({
      baseUrl: 'https://example.test/',
      headers: () => Promise.resolve({ authorization: 'Bearer abcdef' }),
      fetch,
    });
    await textOf(transport(list));

    expect(transport.conceal(list, 'Bearer abcdef is wrong')).toBe('Bearer … is wrong');
  });

  it('does not quote a header that cannot be sent', async () => {
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      headers: () => of({ authorization: 'Bearer s3cret\n' }),
      fetch: answering('{}'),
    });
    const error = await failureOf(transport(list));

    expect(error).toMatchObject({ rule: 'invalidArgument', field: 'headers' });
    expect(String(error)).not.toContain('s3cret');
  });

  it('lists the usual reasons if a browser gives none', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });

    expect(await failureOf(transport(list))).toMatchObject({
      _tag: 'TransportError',
      phase: 'headers',
      code: 'FETCH_FAILED',
      request: 'GET /api/v1/pods',
      problem: expect.stringMatching(/^this machine is offline; .*CORS.*connect-src/u),
    });
  });

  it.each([
    ['ECONNREFUSED', 'connect'],
    ['ECONNRESET', 'headers'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'connect'],
  ])('takes the code %s from the cause', async (code, phase) => {
    const cause = Object.assign(new Error(`it was ${code}`), { code });
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
    });

    expect(await failureOf(transport(list))).toMatchObject({
      code,
      phase,
      problem: `it was ${code}`,
    });
  });

  it('makes a redirect that the browser hides an error', async () => {
    const hidden = { status: 0, type: 'opaqueredirect', headers: new Map(), body: null };
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: () => Promise.resolve(hidden),
    });

    expect(await failureOf(transport(list))).toMatchObject({ rule: 'redirect' });
  });

  it('refuses an encoding that the platform cannot undo', async () => {
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: answering('{}', { headers: { 'content-encoding': 'gzip, x-own' } }),
    });

    expect(await failureOf(transport(list))).toMatchObject({ rule: 'contentEncoding' });
  });

  it('completes a response without a body', async () => {
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: () => Promise.resolve(new Response(null, { status: 204 })),
    });

    expect(await textOf(transport(list))).toBe('');
  });

  it('aborts a request that is unsubscribed before its response', () => {
    const { fetch, calls } = recordingFetch(() => new Promise(() => undefined));
    const transport = fetchTransport({ baseUrl: 'http://example.test', fetch });
    transport(watch).subscribe().unsubscribe();

    expect(calls.map(({ init }) => init.signal.aborted)).toEqual([true]);
  });

  it('has more places after a list that came over HTTP/2', async () => {
    const url = 'http://example.test/api/v1/pods';
    const watches = recordingFetch(() => new Promise(() => undefined));
    const listed = Object.assign(new Response('{}'), {});
    Object.defineProperty(listed, 'url', { value: url });
    let isFirst = true;
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: (...call) => {
        if (!isFirst) return watches.fetch(...call);
        isFirst = false;

        return Promise.resolve(listed);
      },
    });
    await textOf(transport(list));
    vi.stubGlobal('performance', {
      now: () => 0,
      getEntriesByName: (name: string) => (name === url ? [{ nextHopProtocol: 'h2' }] : []),
    });
    const errors: unknown[] = [];
    for (let index = 0; index < 10; index += 1) {
      transport(watch).subscribe({ error: (error: unknown) => errors.push(error) });
    }

    expect(errors).toEqual([]);
    expect(watches.calls).toHaveLength(10);
  });

  it('gives the event loop a turn while a long body is read', async () => {
    let now = 0;
    vi.stubGlobal('performance', { now: () => now });
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    const chunks = Array.from({ length: 100 }, () => new Uint8Array(1));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks.pop();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const transport = fetchTransport({
      baseUrl: 'http://example.test',
      fetch: () => Promise.resolve(new Response(body)),
    });
    setImmediate(count);
    await new Promise<void>((resolve) => {
      transport(list)
        .pipe(switchMap((response) => response.body))
        .subscribe({
          next: () => {
            now += 2;
          },
          complete: resolve,
        });
    });
    isDone = true;

    // Four chunks of 2 ms fill the 8 ms of a turn.
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

describe('fetchTransport in a page', () => {
  /** A window with a back-forward cache. */
  function page(): EventTarget {
    const target = new EventTarget();
    vi.stubGlobal('onpagehide', null);
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));

    return target;
  }

  it('ends its requests when the page leaves, and sends the next one when it comes back', () => {
    const target = page();
    const { fetch, calls } = recordingFetch(() => new Promise(() => undefined));
    const transport = fetchTransport({ baseUrl: 'http://example.test', fetch });
    const errors: unknown[] = [];
    const observer = { error: (error: unknown) => errors.push(error) };
    transport(watch).subscribe(observer);
    target.dispatchEvent(new Event('pagehide'));
    expect(errors).toMatchObject([{ _tag: 'TransportError', code: 'PAGE_HIDDEN' }]);
    expect(calls[0]?.init.signal).toMatchObject({ aborted: true });

    transport(watch).subscribe(observer);
    expect(calls).toHaveLength(1);
    target.dispatchEvent(new Event('pageshow'));
    expect(calls).toHaveLength(2);
    expect(errors).toHaveLength(1);
  });

  it('listens between two requests as well', () => {
    const target = page();
    const { fetch, calls } = recordingFetch(() => new Promise(() => undefined));
    const transport = fetchTransport({ baseUrl: 'http://example.test', fetch });
    transport(watch).subscribe().unsubscribe();
    target.dispatchEvent(new Event('pagehide'));
    transport(watch).subscribe();

    expect(calls).toHaveLength(1);
  });
});

describe('the options of fetchTransport', () => {
  it.each<[string, object, string]>([
    ['no options', { ...(undefined as unknown as object) }, 'baseUrl'],
    ['an address of another scheme', { baseUrl: 'ftp://example.test' }, 'baseUrl'],
    ['an address without a scheme', { baseUrl: '//example.test' }, 'baseUrl'],
    ['a password', { baseUrl: 'https://ann:s3cret@example.test' }, 'baseUrl'],
    ['a query', { baseUrl: '/k8s?token=s3cret' }, 'baseUrl'],
    ['an unknown option', { baseUrl: '/k8s', baseURL: '/k8s' }, 'baseURL'],
    ['one place', { baseUrl: '/k8s', maxRequests: 1 }, 'maxRequests'],
    ['half a place', { baseUrl: '/k8s', maxRequests: 2.5 }, 'maxRequests'],
    [
      'credentials that fetch does not know',
      { baseUrl: '/k8s', credentials: 'all' },
      'credentials',
    ],
    ['a header that is not text', { baseUrl: '/k8s', headers: { a: 1 } }, 'headers'],
    ['headers as text', { baseUrl: '/k8s', headers: 's3cret' }, 'headers'],
    ['a fetch that cannot be called', { baseUrl: '/k8s', fetch: {} }, 'fetch'],
  ])('refuse %s', (_name, options, field) => {
    const attempt = (): unknown => fetchTransport(options as FetchTransportOptions);

    expect(attempt).toThrow(expect.objectContaining({ rule: 'invalidArgument', field }));
    expect(attempt).not.toThrow(/s3cret/u);
  });

  it('accept the fetch of this platform', () => {
    expect(fetchTransport({ baseUrl: '/k8s', fetch: globalThis.fetch })(list)).toBeDefined();
  });
});
