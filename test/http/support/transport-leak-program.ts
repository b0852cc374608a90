/**
 * A program that uses the transport, for a process of its own: what it leaves behind is its own, and it has to
 * end by itself. Its arguments: the address of a server, and what to do.
 */
import { nodeTransport } from '@rxkube/undici';
import { EMPTY, catchError, lastValueFrom, switchMap } from 'rxjs';

import { listOf, watchFrom } from './transport-requests.js';

const [, , server = '', mode] = process.argv;
const problems: string[] = [];
process.on('unhandledRejection', (error) => problems.push(String(error)));
process.on('warning', (warning) => problems.push(String(warning)));

await turns(10); // Node closes what it read the program from
const before = process.getActiveResourcesInfo().sort();
const transport = nodeTransport({ server, token: () => Promise.resolve('abc') });

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

async function read(): Promise<void> {
  await lastValueFrom(transport(listOf()).pipe(switchMap((response) => response.body)));
}

/** Unsubscribes while the token, the connection, the head or the body is on its way. */
async function cycles(): Promise<void> {
  for (let index = 0; index < 1_000; index += 1) {
    const subscription = transport(index % 2 === 0 ? watchFrom('1') : listOf())
      .pipe(
        switchMap((response) => response.body),
        catchError((error: unknown) => {
          problems.push(String(error));

          return EMPTY;
        }),
      )
      .subscribe();
    await turns(index % 8);
    subscription.unsubscribe();
  }
}

if (mode === 'cycles') {
  await cycles();
  await read();
  await transport.close();
} else {
  await read();
}
const after = process.getActiveResourcesInfo().sort();
process.stdout.write(JSON.stringify({ before, after, problems }));
