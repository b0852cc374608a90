/**
 * Watches a server and is slow about it, for a process of its own whose memory can be measured. Its arguments: the
 * options of its transport as JSON, and how it is slow. It ends when it sees the pod `last`.
 */
import { readSync, writeSync } from 'node:fs';

import { type CacheSnapshot, type ListThenWatchOptions, snapshots } from '@rxkube/operators';
import { type Pod, pods } from '@rxkube/protocol';
import { type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import {
  type Observable,
  endWith,
  exhaustMap,
  ignoreElements,
  map,
  tap,
  throttle,
  timer,
} from 'rxjs';

const [, , options = '', mode = ''] = process.argv;
const transport = nodeTransport(JSON.parse(options) as NodeTransportOptions);
const patient: ListThenWatchOptions = { backOff: () => 1 };
const source = snapshots<Pod>(transport, pods, patient);
const before = process.memoryUsage();
let most = 0;
let blocked = false;
let emitted = 0;

function measure(): void {
  const { rss } = process.memoryUsage();
  most = Math.max(most, rss - before.rss);
}

/** Stands still until the other side of the pipe says a word. */
function block(): void {
  blocked = true;
  writeSync(1, 'blocked\n');
  readSync(0, Buffer.alloc(1));
}

/** How a program consumes snapshots. */
function consumer(): Observable<CacheSnapshot<Pod>> {
  if (mode === 'blocks') {
    return source.pipe(
      tap(({ size }) => {
        if (size > 0 && !blocked) block();
      }),
    );
  }

  // A job of 10 ms for the newest snapshot only; those that come meanwhile are dropped but for the last.
  return source.pipe(
    throttle(() => timer(10), { leading: true, trailing: true }),
    exhaustMap((snapshot) => timer(5).pipe(ignoreElements(), endWith(snapshot))),
  );
}

const subscription = consumer()
  .pipe(
    map((snapshot) => {
      emitted += 1;
      if (emitted % 100 === 0 || mode !== 'blocks') measure();

      return snapshot;
    }),
  )
  .subscribe((snapshot) => {
    if (!snapshot.has('ns/last')) return;
    measure();
    writeSync(1, `${JSON.stringify({ most, emitted, size: snapshot.size })}\n`);
    subscription.unsubscribe();
    void transport.close();
  });
