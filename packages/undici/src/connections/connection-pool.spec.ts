import { type Dispatcher, buildConnector, errors } from 'undici';
import { describe, expect, it } from 'vitest';

import { type ClientPool, connectionPool } from './connection-pool.js';

const ORIGIN = 'http://127.0.0.1:1';

function poolOf(): ClientPool {
  return connectionPool({ origin: ORIGIN, client: {}, connector: buildConnector({}) });
}

function isOver(dispatcher: Dispatcher): boolean {
  return 'destroyed' in dispatcher && dispatcher.destroyed === true;
}

describe('connectionPool', () => {
  it('hands out a free connection, or a new one if none is free', () => {
    const pool = poolOf();
    const first = pool.acquire();
    const second = pool.acquire();
    first.release();
    const third = pool.acquire();

    expect(second.dispatcher).not.toBe(first.dispatcher);
    expect(third.dispatcher).toBe(first.dispatcher);
  });

  it('says whether a connection has carried an earlier request', () => {
    const pool = poolOf();
    const first = pool.acquire();
    const before = first.isReused;
    first.markUsed();
    first.release();

    expect([before, pool.acquire().isReused]).toEqual([false, true]);
  });

  it('does not hand out a connection that was cancelled while it was made', async () => {
    const pool = poolOf();
    const first = pool.acquire();
    const failed = new Promise((resolve) => {
      first.dispatcher.dispatch(
        { origin: ORIGIN, path: '/', method: 'GET' },
        {
          onRequestStart: () => undefined,
          onResponseError: (_, error) => {
            resolve(error);
          },
        },
      );
    });
    first.release();
    const second = pool.acquire();
    await failed;
    await pool.shut();

    expect(second.dispatcher).not.toBe(first.dispatcher);
  });

  it('drops an ended connection without requests, and keeps one that a request waits for', () => {
    const pool = poolOf();
    const used = pool.acquire();
    const error = new errors.SocketError('closed');
    used.dispatcher.emit('disconnect', new URL(ORIGIN), [], error);
    const kept = isOver(used.dispatcher);
    used.release();
    used.dispatcher.emit('disconnect', new URL(ORIGIN), [], error);

    expect([kept, isOver(used.dispatcher)]).toEqual([false, true]);
    expect(pool.acquire().dispatcher).not.toBe(used.dispatcher);
  });

  it('ends free connections when it retires, and busy ones when they become free', () => {
    const pool = poolOf();
    const [free, busy] = [pool.acquire(), pool.acquire()];
    free.release();
    pool.retire();
    const atOnce = [isOver(free.dispatcher), isOver(busy.dispatcher)];
    busy.release();

    expect(atOnce).toEqual([true, false]);
    expect(isOver(busy.dispatcher)).toBe(true);
  });

  it('ends all connections when it is shut', async () => {
    const pool = poolOf();
    const [first, second] = [pool.acquire(), pool.acquire()];
    await pool.shut();

    expect([isOver(first.dispatcher), isOver(second.dispatcher)]).toEqual([true, true]);
  });
});
