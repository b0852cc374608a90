// The cost of a snapshot for each event, without network and decoding:
//
//   node snapshot-cost.mjs OBJECTS EVENTS
//
// It writes nanoseconds of CPU per event in one line of JSON: of `cacheReduce`, and of a plain `Map` for comparison.
import { Subject } from 'rxjs';
import { cacheReduce } from 'rxkube';

import { usage } from './usage.mjs';

/** @import { SyncEvent } from 'rxkube' */

const [objects = 0, events = 0] = process.argv.slice(2).map(Number);
/** @type {Subject<SyncEvent<any>>} */
const source = new Subject();
let size = 0;
source.pipe(cacheReduce()).subscribe((snapshot) => {
  size = snapshot.size;
});
const first = Array.from({ length: objects }, (_, index) => made(index, index));
const later = Array.from({ length: events }, (_, event) => ({
  _tag: /** @type {const} */ ('Applied'),
  object: made((event * 7_919) % objects, objects + event),
}));
source.next({ _tag: 'ListStarted' });
source.next({ _tag: 'Listed', objects: first });
source.next({ _tag: 'ListCompleted', resourceVersion: /** @type {any} */ ('1') });

const perEvent = cost(() => {
  for (const event of later) source.next(event);
});
const plain = new Map(first.map((object) => [object.metadata.name, object]));
const perSet = cost(() => {
  for (const { object } of later) plain.set(object.metadata.name, object);
});
if (size !== objects) throw new Error('the snapshots are wrong');
console.log(JSON.stringify({ perEvent, perSet }));

/** @param {() => void} work */
function cost(work) {
  const began = usage().cpuMs;
  work();

  return ((usage().cpuMs - began) * 1e6) / events;
}

/**
 * @param {number} index
 * @param {number} version
 */
function made(index, version) {
  const name = `pod-${String(index)}`;

  return { metadata: { name, namespace: 'a', uid: name, resourceVersion: String(version) } };
}
