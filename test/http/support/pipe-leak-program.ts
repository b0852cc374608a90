// Watches a server a thousand times, each time for another while, and says what is left of it.
import { nodeTransport, pods, snapshots } from 'rxkube';
import {
  concatMap,
  finalize,
  firstValueFrom,
  lastValueFrom,
  range,
  take,
  takeUntil,
  timer,
} from 'rxjs';

const [server = ''] = process.argv.slice(2);
const CYCLES = 1_000;

/** Milliseconds: from not at all to well inside the watch. */
const WHILES = [0, 0, 1, 2, 4, 8];

const listeners = (): readonly number[] =>
  ['SIGINT', 'SIGTERM', 'exit', 'beforeExit', 'warning'].map((name) => process.listenerCount(name));

// Node still closes what it read the program from.
await lastValueFrom(range(0, 10).pipe(concatMap(() => timer(0))));
const before = { resources: resources(), listeners: listeners() };
const transport = nodeTransport({ server });
let ended = 0;

// Half of them let go by themselves, as soon as they have what they wanted.
await lastValueFrom(
  range(0, CYCLES).pipe(
    concatMap((cycle) =>
      snapshots(transport, pods).pipe(
        cycle % 2 === 0
          ? take(cycle % 4 === 0 ? 1 : 2)
          : takeUntil(timer(WHILES[cycle % WHILES.length] ?? 0)),
        finalize(() => ended++),
      ),
    ),
  ),
  { defaultValue: undefined },
);
await transport.close();
await firstValueFrom(timer(0));
const after = { resources: resources(), listeners: listeners() };

process.stdout.write(JSON.stringify({ before, after, ended }));

function resources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'PipeWrap')
    .sort();
}
