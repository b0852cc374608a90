import { positionOf } from '@rxkube/operators';
import { TransportError } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { pod } from './builders.js';
import {
  applied,
  bookmarked,
  deleted,
  interrupted,
  listCompleted,
  listStarted,
  listed,
  watchStarted,
} from './sync-events.js';

const error = new TransportError({ phase: 'connect', problem: 'refused' });
const a = pod('a@u1/7');

describe('the builders of sync events', () => {
  it('build what the pipe emits', () => {
    expect([
      listStarted(),
      listStarted(error),
      listed([a]),
      listed([a], 3),
      watchStarted(),
      applied(a),
      deleted(a),
      interrupted(error, 800),
    ]).toStrictEqual([
      { _tag: 'ListStarted' },
      { _tag: 'ListStarted', reason: error },
      { _tag: 'Listed', objects: [a] },
      { _tag: 'Listed', objects: [a], remaining: 3 },
      { _tag: 'WatchStarted' },
      { _tag: 'Applied', object: a },
      { _tag: 'Deleted', object: a },
      { _tag: 'Interrupted', error, retryInMs: 800 },
    ]);
  });

  it('carry positions', () => {
    expect([listCompleted('10'), bookmarked('20'), applied(a)].map(positionOf)).toEqual([
      '10',
      '20',
      '7',
    ]);
  });

  it('refuse a version that is not a position', () => {
    expect(() => listCompleted('0')).toThrow('no position');
  });
});
