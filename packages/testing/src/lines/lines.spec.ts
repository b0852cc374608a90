import { type CacheSnapshot, cacheReduce } from '@rxkube/operators';
import {
  StatusError,
  TransportError,
  configMaps,
  listRequest,
  resourceVersion,
  watchRequest,
} from '@rxkube/protocol';
import { last, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { configMap } from '../building/builders.js';
import * as event from '../building/sync-events.js';
import { errorLine } from './error-line.js';
import { eventLine } from './event-line.js';
import { requestLine } from './request-line.js';
import { snapshotLine } from './snapshot-line.js';

const [a, b] = [configMap('a@u1/7'), configMap('ns2/b@u2/8')];
const expired = new StatusError({ code: 410, reason: 'Expired', serverMessage: '' });
const reset = new TransportError({ phase: 'body', code: 'ECONNRESET', problem: 'reset' });

describe('eventLine', () => {
  it.each([
    [event.listStarted(), 's'],
    [event.listStarted(expired), 's because StatusError 410 Expired'],
    [event.listed([]), 'L'],
    [event.listed([a, b]), 'L a/7 ns2/b/8'],
    [event.listCompleted('10'), 'c 10'],
    [event.watchStarted(), 'w'],
    [event.applied(a), 'A a/7'],
    [event.deleted(a), 'D a/7'],
    [event.bookmarked('20'), 'B 20'],
    [event.interrupted(reset, 800), 'i TransportError ECONNRESET, 800 ms'],
  ])('writes %o', (given, line) => {
    expect(eventLine(given)).toBe(line);
  });
});

describe('errorLine', () => {
  it('converts what is not an error of the library', () => {
    expect(errorLine(new RangeError('far'))).toBe('RangeError: far');
    expect(errorLine(5)).toBe('5');
  });
});

describe('requestLine', () => {
  const collection = { resource: configMaps };
  const version = resourceVersion('10');

  it('writes lists and watches', () => {
    expect(requestLine(listRequest(collection, { at: 'latest', limit: 500 }))).toBe(
      'LIST limit=500',
    );
    expect(
      requestLine(watchRequest(collection, { resourceVersion: version, timeoutSeconds: 300 })),
    ).toBe('WATCH(10)');
  });

  it('writes each unusual option', () => {
    const { query, ...list } = listRequest(collection, { at: 'latest', limit: 2 });
    expect(requestLine({ ...list, query: { ...query, continue: 'T1' } })).toBe(
      'LIST continue=T1 limit=2',
    );
    expect(requestLine({ ...list, query: { watch: '1', resourceVersion: '5' } })).toBe(
      'WATCH(5) watch=1 without bookmarks',
    );
  });
});

describe('snapshotLine', () => {
  it('writes the objects in the order of their names, the changes and the error', () => {
    const events = [
      event.listed([configMap('b@u2/8'), a]),
      event.listCompleted('10'),
      event.interrupted(reset, 800),
    ];
    let seen: CacheSnapshot<typeof a> | undefined;
    of(event.listStarted(), ...events)
      .pipe(cacheReduce(), last())
      .subscribe((snapshot) => {
        seen = snapshot;
      });
    expect(seen && snapshotLine(seen)).toBe('interrupted {a/7 b/8} !TransportError ECONNRESET');
  });
});
