import { type NodeTransport, nodeTransport } from '@rxkube/undici';
import { type Observable, firstValueFrom, switchMap } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';

import { ask, failureOf, listOf, texts, watchFrom, whole } from './support/transport-requests.js';
import { type Handler, type RecordingServer, recordingServer } from './support/transport-server.js';

let server: RecordingServer;
let transport: NodeTransport;

async function start(handler: Handler, options: object = {}, path = ''): Promise<void> {
  server = await recordingServer(handler);
  transport = nodeTransport({ server: `${server.url}${path}`, ...options });
}

afterEach(async () => {
  await transport.close();
  await server.close();
});

describe('nodeTransport', () => {
  it('sends nothing before it is subscribed, and once for each subscription', async () => {
    await start((_request, response) => response.end('{}'));
    const answer = transport(listOf());

    expect(server.received).toHaveLength(0);
    await firstValueFrom(whole(answer));
    await firstValueFrom(whole(answer));
    expect(server.received).toHaveLength(2);
  });

  it('emits the status, headers with lower-case names, and the body', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Two': ['a', 'b'] });
      response.end('{"kind":"PodList"}');
    });
    const { status, headers, text } = await ask(transport);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-two')).toBe('a, b');
    expect(text).toBe('{"kind":"PodList"}');
  });

  it('uses the first of repeated single-value headers', async () => {
    await start((_request, response) => {
      response.writeHead(429, ['Retry-After', '7', 'Retry-After', '3']);
      response.end();
    });

    expect((await ask(transport)).headers.get('retry-after')).toBe('7');
  });

  it('reads a response head with the cookies and warnings of many gateways', async () => {
    const warnings = Array.from({ length: 100 }, () => `299 - "${'w'.repeat(1_000)}"`);
    await start((_request, response) =>
      response.writeHead(200, { 'x-warning': warnings }).end('yes'),
    );

    expect((await ask(transport)).text).toBe('yes');
  });

  it('encodes the query, and puts the path of the server in front', async () => {
    await start((_request, response) => response.end(), {}, '/k8s/clusters/c-1/');
    await ask(transport, listOf({ query: { labelSelector: 'app in (a,b)', limit: '500' } }));

    expect(server.received[0]?.url).toBe(
      '/k8s/clusters/c-1/api/v1/pods?labelSelector=app%20in%20(a%2Cb)&limit=500',
    );
  });

  it('sends its user agent, and accepts gzip for lists only', async () => {
    await start((_request, response) => response.end());
    await ask(transport);
    await ask(transport, watchFrom('7'));
    const [list, watch] = server.received;

    expect(list?.headers['user-agent']).toMatch(/^rxkube\/0\.1\.0 \(\w+\/\w+\) node\/\d+$/u);
    expect(list?.headers['accept-encoding']).toBe('gzip');
    expect(watch?.headers['accept-encoding']).toBe('identity');
    expect(list?.headers.authorization).toBeUndefined();
  });

  it.each([421, 425])(
    'B88 sends a request again at once over a new connection after %s, and once only',
    async (status) => {
      const ports: unknown[] = [];
      await start((request, response) => {
        ports.push(request.socket.remotePort);
        response.writeHead(request.url === '/used' ? 200 : status).end('<html>');
      });
      await ask(transport, listOf({ path: '/used' }));
      const response = await ask(transport, listOf({ method: 'POST', body: 'x' }));

      expect(response.status).toBe(status);
      expect(server.received.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
      expect(ports[1]).toBe(ports[0]);
      expect(ports[2]).not.toBe(ports[1]);
    },
  );

  it('accepts no encoding if compression is off', async () => {
    await start((_request, response) => response.end(), { compression: false });
    await ask(transport);

    expect(server.received[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('sends headers of the options, those of the request first, and basic authentication', async () => {
    await start((_request, response) => response.end(), {
      headers: { 'X-Team': 'blue', Accept: 'text/html' },
      userAgent: 'my-app/1',
      username: 'ann',
      password: 'p:w',
    });
    await ask(transport);

    expect(server.received[0]?.headers).toMatchObject({
      'x-team': 'blue',
      accept: 'application/json',
      'user-agent': 'my-app/1',
      authorization: `Basic ${Buffer.from('ann:p:w').toString('base64')}`,
    });
  });

  it('sends the body of a request', async () => {
    await start((request, response) => void request.pipe(response));
    const { text } = await ask(transport, listOf({ method: 'POST', body: '{"kind":"Pod"}' }));

    expect(text).toBe('{"kind":"Pod"}');
    expect(server.received[0]?.method).toBe('POST');
  });

  it('passes a redirect on without following it', async () => {
    await start(
      (_request, response) => {
        response.writeHead(302, { location: '/login' }).end();
      },
      { token: 'abc' },
    );
    const { status, headers } = await ask(transport);

    expect(status).toBe(302);
    expect(headers.get('location')).toBe('/login');
    expect(server.received).toHaveLength(1);
  });

  it('passes chunks on as they arrive, and completes after the body', async () => {
    const log: string[] = [];
    let writeMore: () => void = () => undefined;
    await start((_request, response) => {
      response.write('one\n');
      writeMore = () => response.end('two\n');
    });
    await new Promise<void>((resolve, reject) => {
      transport(watchFrom('1'))
        .pipe(
          switchMap((response) => {
            log.push('response');

            return response.body;
          }),
        )
        .subscribe({
          next: (chunk) => {
            log.push(Buffer.from(chunk).toString());
            writeMore();
          },
          error: reject,
          complete: resolve,
        });
    });

    expect(log).toEqual(['response', 'one\n', 'two\n']);
  });

  it('completes the body first and then the result', async () => {
    await start((_request, response) => response.end('x'));
    const log: string[] = [];
    await new Promise<void>((resolve) => {
      transport(listOf()).subscribe({
        next: (response) => {
          response.body.subscribe({ complete: () => log.push('body') });
        },
        complete: () => {
          log.push('result');
          resolve();
        },
      });
    });

    expect(log).toEqual(['body', 'result']);
  });

  it('aborts if the body is not subscribed, and names the remedy', async () => {
    await start((_request, response) => response.write('x'));
    const error = await new Promise((resolve) => {
      transport(watchFrom('1')).subscribe({ error: resolve });
    });

    expect(error).toMatchObject({ _tag: 'ProtocolError', field: 'body' });
  });

  it('rejects a second subscription of the body, and continues the first', async () => {
    await start((_request, response) => response.end('x'));
    let second: unknown;
    const text = await firstValueFrom(
      whole(
        transport(listOf()).pipe(
          switchMap((response) => {
            const twice: Observable<Uint8Array> = response.body;
            queueMicrotask(() => {
              twice.subscribe({ error: (error: unknown) => (second = error) });
            });

            return [response];
          }),
        ),
      ),
    );

    expect(text.text).toBe('x');
    expect(second).toMatchObject({ _tag: 'ProtocolError', field: 'body' });
  });

  it('fails the body first and then the result, with one error', async () => {
    await start((_request, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const log: [string, unknown][] = [];
    await new Promise<void>((resolve) => {
      transport(watchFrom('1')).subscribe({
        next: (response) => {
          response.body.subscribe({ error: (error: unknown) => log.push(['body', error]) });
        },
        error: (error: unknown) => {
          log.push(['result', error]);
          resolve();
        },
      });
    });

    expect(log.map(([who]) => who)).toEqual(['body', 'result']);
    expect(log[0]?.[1]).toBe(log[1]?.[1]);
    expect(log[0]?.[1]).toMatchObject({
      _tag: 'TransportError',
      phase: 'body',
      code: 'UND_ERR_SOCKET',
      request: 'GET /api/v1/pods',
    });
  });

  it('fails once if the body is flattened into the result', async () => {
    await start((_request, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const errors: unknown[] = [];
    await new Promise<void>((resolve) => {
      texts(transport(watchFrom('1'))).subscribe({
        error: (error: unknown) => {
          errors.push(error);
          setImmediate(resolve);
        },
      });
    });

    expect(errors).toHaveLength(1);
  });

  it('ends a request whose body is given up, and completes the result', async () => {
    await start((_request, response) => response.write('x'));
    const completed = await new Promise((resolve) => {
      transport(watchFrom('1')).subscribe({
        next: (response) => {
          const reading = response.body.subscribe(() => {
            queueMicrotask(() => {
              reading.unsubscribe();
            });
          });
        },
        complete: () => {
          resolve(true);
        },
      });
    });

    expect(completed).toBe(true);
  });

  it('fails open and later requests after it is closed', async () => {
    await start((_request, response) => response.write('x'));
    const open = new Promise((resolve) => {
      texts(transport(watchFrom('1'))).subscribe({
        next: () => void transport.close(),
        error: resolve,
      });
    });

    expect(await open).toMatchObject({ _tag: 'ProtocolError', field: 'transport' });
    expect(await failureOf(transport)).toMatchObject({ _tag: 'ProtocolError', field: 'transport' });
  });
});
