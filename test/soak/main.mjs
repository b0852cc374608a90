// Follows a server that is never well, with subscriptions that come and go, and says whether anything piles up.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { exponential, nodeTransport, pods, snapshots } from 'rxkube';
import { Subject, filter, firstValueFrom, interval, takeUntil, timer } from 'rxjs';

import { judge, mib } from './judge.mjs';
import { NAMESPACES } from './places.mjs';
import { sample } from './sample.mjs';

/** @import { CacheSnapshot, Pod } from 'rxkube' */

/** Subscriptions that stay, and the milliseconds between two that come and go. */
const STAYING = 20;
const VISITS = 100;
const LONGEST_VISIT = 4_000;
/** Milliseconds of trouble between two samples. */
const BETWEEN = 7_000;
/** Milliseconds before a sample in which all subscriptions become live again and release temporary memory. */
const RECOVERY = 60_000;
const SETTLE = 2_000;
/** Quick to come back, so that there are many samples. */
const backOff = exponential({ base: 200, cap: 1_000 });
/** At most so many connections are kept beside those of the watches: the lists that go at a time. */
const POOL = 8;
/** The first minutes do not count: caches fill and code is compiled. */
const WARM_UP_MINUTES = 5;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is not a time`);
const warmUp = Math.min(WARM_UP_MINUTES, minutes / 3);
console.log(
  `soaking for ${String(minutes)} min, seed ${values.seed}, warm-up ${warmUp.toFixed(1)} min`,
);

const child = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), [values.seed]);
const [{ url }] = await once(child, 'message');
const transport = nodeTransport({ server: url });
const start = performance.now();
const seconds = () => Math.round((performance.now() - start) / 1_000);

/** @type {Map<number, CacheSnapshot<Pod>>} */
const shown = new Map();
/** @type {import('rxjs').Subscription[]} */
const staying = [];
const failures = new Set();
let events = 0;
let visits = 0;

/** @param {number} nth */
function collection(nth) {
  const namespace = NAMESPACES[nth % (NAMESPACES.length + 1)];

  return {
    resource: pods,
    ...(namespace !== undefined && { namespace }),
    ...(nth % 3 === 1 && { labelSelector: 'half=even' }),
    ...(nth % 7 === 3 && { metadataOnly: true }),
  };
}

/** @param {number} nth */
function follow(nth) {
  return snapshots(transport, collection(nth), {
    strategy: nth % 2 === 0 ? 'list' : 'stream',
    idleLimit: 10_000,
    lifetime: () => 60 + (nth % 30),
    pageSize: 50,
    backOff,
  });
}

for (let nth = 0; nth < STAYING; nth += 1) {
  staying.push(
    follow(nth).subscribe({
      next: (snapshot) => {
        events += 1;
        shown.set(nth, snapshot);
        if (snapshot.error !== undefined) failures.add(snapshot.error.message.slice(0, 60));
      },
      error: giveUp,
    }),
  );
}

/** @param {unknown} error */
function giveUp(error) {
  console.error('a subscription has ended', error);
  process.exit(1);
}

/** Lets subscriptions come and go until the next sample. */
function visitsUntil(/** @type {import('rxjs').Observable<unknown>} */ end) {
  interval(VISITS)
    .pipe(takeUntil(end))
    .subscribe(() => {
      visits += 1;
      follow(visits)
        .pipe(takeUntil(end), takeUntil(timer((visits * 37) % LONGEST_VISIT)))
        .subscribe();
    });
}

/** @param {string} order */
async function tell(order) {
  const done = once(child, 'message');
  child.send(order);
  await done;
}

async function allLive() {
  const until = performance.now() + RECOVERY;
  while ([...shown.values()].some(({ phase }) => phase !== 'live') || shown.size < STAYING) {
    if (performance.now() > until) throw new Error('not every subscription has recovered');
    await sleep(50);
  }
}

const samples = [];
console.log('   s       heap  sockets  timers  listeners    events  visits');
while (performance.now() - start < minutes * 60_000) {
  const end = new Subject();
  visitsUntil(end);
  await sleep(BETWEEN);
  end.next(undefined);
  await tell('be calm');
  await allLive();
  await sleep(SETTLE);
  await allLive();
  const taken = await sample(seconds());
  samples.push(taken);
  await tell('go on');
  console.log(
    [
      String(taken.seconds).padStart(4),
      mib(taken.heap).padStart(10),
      String(taken.sockets).padStart(8),
      String(taken.timers).padStart(7),
      String(taken.listeners).padStart(10),
      String(events).padStart(9),
      String(visits).padStart(7),
    ].join(' '),
  );
}

const wrong = [
  ...judge(
    samples.filter((taken) => taken.seconds >= warmUp * 60),
    { watches: STAYING, pool: POOL },
  ),
  ...(await outOfStep()),
];
for (const subscription of staying) subscription.unsubscribe();
await transport.close();
child.disconnect();
const left = process
  .getActiveResourcesInfo()
  .filter((name) => name.startsWith('TCP') || name === 'Timeout');
if (left.length > 0) wrong.push(`behind the end there is still ${left.join(', ')}`);

console.log(`${String(failures.size)} kinds of failure were met`);
for (const line of wrong) console.error(`wrong: ${line}`);
console.log(wrong.length === 0 ? 'soaked: nothing has piled up' : 'soaked, and it leaks');
process.exitCode = wrong.length === 0 ? 0 : 1;

/** Compares the subscriptions at the end with a new one. */
async function outOfStep() {
  await tell('be calm');
  await allLive();
  await sleep(SETTLE);
  const lines = [];
  for (const [nth, snapshot] of shown) {
    const fresh = await firstValueFrom(
      follow(nth).pipe(filter(({ resourceVersion }) => resourceVersion !== undefined)),
    );
    if (versions(snapshot) !== versions(fresh)) {
      lines.push(
        `subscription ${String(nth)} shows ${String(snapshot.size)} pods, a new one ${String(fresh.size)}`,
      );
    }
  }

  return lines;
}

/** @param {CacheSnapshot<Pod>} snapshot */
function versions(snapshot) {
  return [...snapshot.values()]
    .map(({ metadata }) => `${metadata.uid ?? ''}/${metadata.resourceVersion ?? ''}`)
    .sort()
    .join();
}
