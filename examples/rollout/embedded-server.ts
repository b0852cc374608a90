import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { type Observable, filter, firstValueFrom, fromEvent, map, merge, take } from 'rxjs';

import { type Order, type Word } from './accident.js';

/** The API server in a process of its own. */
export interface EmbeddedServer {
  readonly url: string;
  /** Carries out an order at the server. Rejects if its process has ended. */
  order(order: Order): Promise<void>;
  /** Ends its process. */
  close(): Promise<void>;
}

/** Starts the embedded API server. Rejects if its process ends before it listens. */
export async function startEmbeddedServer(): Promise<EmbeddedServer> {
  const child = fork(fileURLToPath(new URL('server-process.js', import.meta.url)));
  const hears = words(child);
  const url = await firstValueFrom(
    hears.pipe(
      map((word) => ('url' in word ? word.url : undefined)),
      filter((found) => found !== undefined),
    ),
    { defaultValue: undefined },
  );
  if (url === undefined) throw new Error('the embedded API server does not say where it is');

  return {
    url,
    order: async (order) => {
      const done = firstValueFrom(
        hears.pipe(filter((word) => 'done' in word && word.done === order)),
        { defaultValue: undefined },
      );
      child.send(order);
      await done;
    },
    close: async () => {
      if (!child.connected) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function words(child: ChildProcess): Observable<Word> {
  const ended = fromEvent(child, 'exit').pipe(
    take(1),
    map(() => {
      throw new Error('the process of the embedded API server has ended');
    }),
  );

  return merge(
    fromEvent(child, 'message', (word: Word) => word),
    ended,
  );
}
