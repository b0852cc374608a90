/**
 * Surviving a 410: what happens on the wire, in the pipe and in the cache when the server has forgotten the
 * position that a client wants to go on from.
 *
 *   npm run survive-a-410       (in this folder, after `npm run build` in the one above)
 *
 * `→` is a request as the server gets it, `·` an event of the pipe, `=` a snapshot with its changes, `!` an accident.
 */
import { createApiServer } from '@rxkube/apiserver';
import {
  type CacheSnapshot,
  type SyncEvent,
  cacheReduce,
  exponential,
  listThenWatch,
  positionOf,
} from '@rxkube/operators';
import { type Pod, pods, requestTarget } from '@rxkube/protocol';
import { nodeTransport } from '@rxkube/undici';
import { take, tap } from 'rxjs';

const server = createApiServer();
const { url } = await server.listen();
const transport = nodeTransport({ server: url });

void server.requests.forEach(({ request }) => {
  console.log(`→ ${request.method} ${requestTarget(request)}`);
});

const namespace = 'shop';
create('cart');
create('web');

await listThenWatch(transport, pods, {
  // Shorter than they should be against a server of others, so that the story does not take long.
  backOff: exponential({ base: 100, spread: 100 }),
  settle: 100,
  lifetime: () => 240,
})
  .pipe(
    tap(tellEvent),
    tap((event) => {
      if (event._tag === 'WatchStarted') loseTouch();
    }),
    cacheReduce(),
    // Listing, live, interrupted by the cut, still so by the 410, live again.
    take(5),
  )
  .forEach(tellSnapshot);

await transport.close();
await server.close();

/** The connection breaks, and before it is back the server has moved on and forgotten how. */
function loseTouch(): void {
  console.log('! the connection breaks; meanwhile cart goes, web changes, till comes');
  server.faults.cutWatches();
  server.store.delete(pods, { namespace, name: 'cart' });
  server.store.patch(pods, { namespace, name: 'web' }, { metadata: { labels: { tier: 'front' } } });
  create('till');
  console.log('! the server forgets the history of all that');
  server.trimHistory(pods);
}

function create(name: string): void {
  server.store.create(pods, { metadata: { namespace, name } });
}

function tellEvent(event: SyncEvent<Pod>): void {
  const more =
    event._tag === 'Interrupted'
      ? event.error.message
      : event._tag === 'Listed'
        ? event.objects.map(({ metadata }) => metadata.name).join(', ')
        : (positionOf(event) ?? '');
  console.log(`· ${event._tag} ${more}`.trimEnd());
}

function tellSnapshot(snapshot: CacheSnapshot<Pod>): void {
  console.log(`= ${snapshot.phase}: ${[...snapshot.keys()].join(', ')}`.trimEnd());
  for (const change of snapshot.changes) {
    // The deletion was not seen, so the last known state may not be the final one.
    const missed = change._tag === 'Deleted' && change.finalStateUnknown;
    console.log(`    ${change._tag} ${change.key}${missed ? ' (found missing)' : ''}`);
  }
}
