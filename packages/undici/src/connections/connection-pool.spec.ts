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
  it('lends a connection that is free, and a new one where there is none', () => {
    const pool = poolOf();
    const first = pool.lend();
    const second = pool.lend();
    first.release();
    const third = pool.lend();

    expect(second.dispatcher).not.toBe(first.dispatcher);
    expect(third.dispatcher).toBe(first.dispatcher);
  });

  it('says whether a connection carried a request before', () => {
    const pool = poolOf();
    const first = pool.lend();
    const before = first.start();
    first.release();

    expect([before, pool.lend().start()]).toEqual([false, true]);
  });

  it('lends no connection whose setting up was given up', async () => {
    const pool = poolOf();
    const first = pool.lend();
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
    const second = pool.lend();
    await failed;
    await pool.shut();

    expect(second.dispatcher).not.toBe(first.dispatcher);
  });

  it('forgets a connection that has ended with nothing on it, and keeps one that is waited for', () => {
    const pool = poolOf();
    const used = pool.lend();
    const error = new errors.SocketError('closed');
    used.dispatcher.emit('disconnect', new URL(ORIGIN), [], error);
    const kept = isOver(used.dispatcher);
    used.release();
    used.dispatcher.emit('disconnect', new URL(ORIGIN), [], error);

    expect([kept, isOver(used.dispatcher)]).toEqual([false, true]);
    expect(pool.lend().dispatcher).not.toBe(used.dispatcher);
  });

  it('ends what is free when it retires, and the rest when it becomes free', () => {
    const pool = poolOf();
    const [free, busy] = [pool.lend(), pool.lend()];
    free.release();
    pool.retire();
    const atOnce = [isOver(free.dispatcher), isOver(busy.dispatcher)];
    busy.release();

    expect(atOnce).toEqual([true, false]);
    expect(isOver(busy.dispatcher)).toBe(true);
  });

  it('ends everything at last', async () => {
    const pool = poolOf();
    const [first, second] = [pool.lend(), pool.lend()];
    await pool.shut();

    expect([isOver(first.dispatcher), isOver(second.dispatcher)]).toEqual([true, true]);
  });
});
