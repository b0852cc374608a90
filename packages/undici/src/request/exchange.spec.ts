import { invalidArgument } from '@rxkube/protocol';
import { NEVER, type Observable, Subject, switchMap } from 'rxjs';
import { Dispatcher } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { exchange } from './exchange.js';
import { resentOnce } from './resent-once.js';

/** A dispatcher without a connection: the test calls its handlers. */
class Played extends Dispatcher {
  readonly aborted: Error[] = [];
  handlers: Dispatcher.DispatchHandler[] = [];
  readonly controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason) => void this.aborted.push(reason),
    pause: () => undefined,
    resume: () => undefined,
  };

  override dispatch(_options: unknown, handler: Dispatcher.DispatchHandler): boolean {
    this.handlers.push(handler);

    return true;
  }
}

interface Play {
  readonly dispatcher: Played;
  readonly log: unknown[];
  readonly released: () => number;
  readonly unsubscribe: () => void;
  /** The handler of the request. */
  readonly handler: Dispatcher.DispatchHandler;
}

async function play({
  reused = false,
  closing = NEVER,
  unsubscribesAtOnce = false,
}: {
  reused?: boolean;
  closing?: Observable<never>;
  unsubscribesAtOnce?: boolean;
} = {}): Promise<Play> {
  const dispatcher = new Played();
  const log: unknown[] = [];
  let released = 0;
  const subscription = exchange({
    name: 'GET /api/v1/pods',
    options: { origin: 'http://127.0.0.1:1', path: '/api/v1/pods', method: 'GET' },
    acquire: () => ({
      dispatcher,
      isReused: reused,
      markUsed: () => undefined,
      release: () => void (released += 1),
    }),
    closing,
  })
    .pipe(
      resentOnce(),
      switchMap((response) => {
        log.push(response.status);

        return response.body;
      }),
    )
    .subscribe({
      next: (chunk) => log.push(Buffer.from(chunk).toString()),
      error: (error: unknown) => log.push(error),
      complete: () => log.push('complete'),
    });

  if (unsubscribesAtOnce) subscription.unsubscribe();
  await sent();

  return {
    dispatcher,
    log,
    released: () => released,
    unsubscribe: () => {
      subscription.unsubscribe();
    },
    get handler() {
      return dispatcher.handlers.at(-1) ?? {};
    },
  };
}

/** Requests are sent behind the running call. */
function sent(): Promise<void> {
  return Promise.resolve();
}

const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('exchange', () => {
  it('hands bytes on in the call in which they arrive, and releases the connection once', async () => {
    const { handler, dispatcher, log, released } = await play();
    handler.onRequestStart?.(dispatcher.controller, {});
    handler.onResponseStart?.(dispatcher.controller, 103, { link: 'x' });
    const early = [...log];
    handler.onResponseStart?.(dispatcher.controller, 200, {});
    handler.onResponseData?.(dispatcher.controller, Buffer.from('a'));
    const beforeTheEnd = [...log];
    handler.onResponseEnd?.(dispatcher.controller, {});

    expect(early).toEqual([]);
    expect(beforeTheEnd).toEqual([200, 'a']);
    expect(log).toEqual([200, 'a', 'complete']);
    expect(released()).toBe(1);
  });

  it('yields to timers and other sockets while a consumer is busy with a body', async () => {
    const { handler, dispatcher, log } = await play();
    const flow: string[] = [];
    const controller: Dispatcher.DispatchController = {
      ...dispatcher.controller,
      pause: () => void flow.push('pause'),
      resume: () => void flow.push('resume'),
    };
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 9));
    onTestFinished(() => {
      clock.mockRestore();
    });
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, 200, {});
    handler.onResponseData?.(controller, Buffer.from('a'));
    const atOnce = [...flow];
    await new Promise((resolve) => {
      setImmediate(resolve);
    });

    expect(log).toEqual([200, 'a']);
    expect(atOnce).toEqual(['pause']);
    expect(flow).toEqual(['pause', 'resume']);
  });

  it('does not begin a half read response again', async () => {
    const { handler, dispatcher, log } = await play();
    handler.onRequestStart?.(dispatcher.controller, {});
    handler.onResponseStart?.(dispatcher.controller, 200, {});
    handler.onRequestStart?.(dispatcher.controller, {});

    expect(log).toEqual([
      200,
      expect.objectContaining({ _tag: 'TransportError', phase: 'body', code: 'UND_ERR_SOCKET' }),
    ]);
    expect(dispatcher.aborted.length).toBeGreaterThan(0);
  });

  it('aborts a request that starts after it was unsubscribed', async () => {
    const { handler, dispatcher, log, unsubscribe, released } = await play();
    unsubscribe();
    handler.onRequestStart?.(dispatcher.controller, {});
    handler.onResponseError?.(dispatcher.controller, new Error('aborted'));

    expect(dispatcher.aborted).toHaveLength(1);
    expect(log).toEqual([]);
    expect(released()).toBe(1);
  });

  it('sends a GET once more after a reset of a reused connection, and only once', async () => {
    const attempt = await play({ reused: true });
    const { dispatcher, log, released } = attempt;
    for (let tries = 0; tries < 2; tries += 1) {
      attempt.handler.onRequestStart?.(dispatcher.controller, {});
      attempt.handler.onResponseError?.(dispatcher.controller, reset);
      await sent();
    }

    expect(dispatcher.handlers).toHaveLength(2);
    expect(log).toEqual([expect.objectContaining({ phase: 'headers', code: 'ECONNRESET' })]);
    expect(released()).toBe(2);
  });

  it('does not send a GET once more after a reset of a new connection', async () => {
    const { handler, dispatcher, log } = await play();
    handler.onRequestStart?.(dispatcher.controller, {});
    handler.onResponseError?.(dispatcher.controller, reset);
    await sent();

    expect(dispatcher.handlers).toHaveLength(1);
    expect(log).toHaveLength(1);
  });

  it('sends nothing if the transport is closed', async () => {
    const closing = new Subject<never>();
    const closed = invalidArgument('transport', 'was closed by the program');
    closing.error(closed);
    const { dispatcher, log } = await play({ closing });

    expect(dispatcher.handlers).toEqual([]);
    expect(log).toEqual([closed]);
  });

  it('sends nothing if it is unsubscribed in the call that subscribed it', async () => {
    const { dispatcher, released } = await play({ unsubscribesAtOnce: true });

    expect(dispatcher.handlers).toEqual([]);
    expect(released()).toBe(0);
  });
});
