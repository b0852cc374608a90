import { type Dispatcher } from 'undici';

import { type ConnectionPool } from './connection-pool.js';
import { http2Exchange } from './http2-exchange.js';
import { Http2Line, type Http2LineOptions } from './http2-line.js';

/** A request that has a place on a connection, or waits for one. */
interface Errand {
  line: Http2Line | undefined;
  /** What to send; nothing once it is on its way. */
  request: Request | undefined;
}

interface Request {
  readonly options: Dispatcher.DispatchOptions;
  readonly handler: Dispatcher.DispatchHandler;
}

/**
 * Lends places on HTTP/2 connections: on one that stands or is being made, as many as the server allows, and on a
 * new one otherwise. A request never waits for the end of another one.
 */
export function http2Pool(options: Http2LineOptions): ConnectionPool {
  const lines = new Map<Http2Line, Set<Errand>>();
  const used = new WeakSet<Http2Line>();
  const shutting = new Set<Promise<void>>();
  let expected: number | undefined;
  let retired = false;

  function drop(line: Http2Line): void {
    const shut: Promise<void> = line.shut().finally(() => shutting.delete(shut));
    shutting.add(shut);
  }

  function pick(): Http2Line {
    for (const line of lines.keys()) if (line.hasRoom) return line;
    const line = new Http2Line(options, { opened, gone }, expected);
    lines.set(line, new Set());

    return line;
  }

  function place(errand: Errand): void {
    const line = pick();
    line.lease();
    lines.get(line)?.add(errand);
    errand.line = line;
  }

  function leave(errand: Errand): void {
    const { line } = errand;
    if (line === undefined) return;
    errand.line = undefined;
    errand.request = undefined;
    lines.get(line)?.delete(errand);
    line.release();
    if (retired && line.leases === 0) drop(line);
  }

  function send(line: Http2Line, errand: Errand): void {
    const { request } = errand;
    const { session } = line;
    if (request === undefined || session === undefined) return;
    errand.request = undefined;
    try {
      http2Exchange(session, { ...request, reason: () => line.reason });
    } catch (error) {
      refuse(request, error);
    }
  }

  function opened(line: Http2Line): void {
    const waiting = [...(lines.get(line) ?? [])];
    expected = line.streams;
    for (const errand of waiting.slice(line.streams)) {
      lines.get(line)?.delete(errand);
      line.release();
      place(errand);
    }
    for (const errand of waiting.slice(0, line.streams)) send(line, errand);
  }

  function gone(line: Http2Line, error: Error): void {
    const waiting = [...(lines.get(line) ?? [])];
    lines.delete(line);
    for (const { request } of waiting) if (request !== undefined) refuse(request, error);
  }

  return {
    lend: () => {
      const errand: Errand = { line: undefined, request: undefined };
      place(errand);

      return {
        dispatcher: {
          dispatch: (what, handler) => {
            const { line } = errand;
            if (line === undefined) return false;
            errand.request = { options: what, handler };
            send(line, errand);

            return true;
          },
        },
        start: () => {
          const { line } = errand;
          if (line === undefined) return false;
          const before = used.has(line);
          used.add(line);

          return before;
        },
        release: () => {
          leave(errand);
        },
      };
    },
    retire: () => {
      retired = true;
      for (const line of lines.keys()) if (line.leases === 0) drop(line);
    },
    shut: async () => {
      for (const line of [...lines.keys()]) drop(line);
      await Promise.all(shutting);
    },
  };
}

/** Tells that a request has failed before it was sent. */
function refuse({ handler }: Request, error: unknown): void {
  const failure = error instanceof Error ? error : new Error(String(error));
  handler.onResponseError?.(unsent(failure), failure);
}

function unsent(reason: Error): Dispatcher.DispatchController {
  const nothing = (): void => undefined;

  return { aborted: true, paused: false, reason, abort: nothing, pause: nothing, resume: nothing };
}
