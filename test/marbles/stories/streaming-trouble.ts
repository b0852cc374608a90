import { type SnapshotsOptions } from '@rxkube/operators';
import { type ConfigMap } from '@rxkube/protocol';
import { always, onList, onWatch, response, statusResponse, type WatchStep } from '@rxkube/testing';

import { type Story, story } from '../story.js';

const quiet = always(onWatch());
const stream: SnapshotsOptions<ConfigMap> = { strategy: 'stream' };

/** A stream that breaks off before its mark whenever it is asked for: the third one is the last. */
function breaksOff(name: string, ...words: readonly WatchStep[]): Story {
  const broken = [1, 2, 3].map(() => onWatch('+gone@u9/9', ...words));

  return story(`B23 ${name}, each time before the mark: pages behind the third`, {
    server: [...broken, always(onList('30', 'a@u1/7')), quiet],
    until: 30_000,
    options: stream,
    requests: ['0 STREAM', '800 STREAM', '2400 STREAM', '2400 LIST limit=500', '2400 WATCH(30)'],
  });
}

/** A refusal that no real server is known to give, and that says nothing about a list in pages. */
function refused(code: number): Story {
  return story(`B24 a streaming list that is refused by ${String(code)}: pages at once`, {
    server: [onWatch(statusResponse(code, '')), always(onList('30', 'a@u1/7')), quiet],
    until: 500,
    options: stream,
    requests: ['0 STREAM', '0 LIST limit=500', '0 WATCH(30)'],
    snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
  });
}

/** Streaming lists that something between client and server spoils. */
export const streamingTrouble: readonly Story[] = [
  breaksOff('a stream that is cut', 'RST'),
  breaksOff('an ERROR frame that says nothing', bytes('{"type":"ERROR","object":{}}\n')),
  breaksOff('a frame that is no JSON', bytes('{"type":}\n')),
  story('B23 a page of a proxy instead of the stream: pages behind the third', {
    server: [
      onWatch(response({ headers: { 'content-type': 'text/html' }, body: ['<html>'] }), 3),
      always(onList('30', 'a@u1/7')),
      quiet,
    ],
    until: 60_000,
    options: stream,
    requests: ['0 STREAM', '800 STREAM', '2400 STREAM', '2400 LIST limit=500', '2400 WATCH(30)'],
  }),
  story('B23 two cuts and a stream that comes to its mark: no pages', {
    server: [onWatch('+a@u1/7', 'RST'), onWatch('+a@u1/7', 'RST'), onWatch('+a@u1/7', 'BMend/20')],
    until: 30_000,
    options: stream,
    requests: ['0 STREAM', '800 STREAM', '2400 STREAM'],
  }),
  story('B24 a server in trouble says nothing about streams, however often', {
    server: [onWatch(statusResponse(503, ''), 5), onWatch('+a@u1/7', 'BMend/20')],
    until: 30_000,
    options: stream,
    requests: [
      '0 STREAM',
      '800 STREAM',
      '2400 STREAM',
      '5600 STREAM',
      '12000 STREAM',
      '24800 STREAM',
    ],
  }),
  ...[406, 415, 501].map(refused),
];

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
