import { type ApiServer, seededRandom } from '@rxkube/apiserver';
import { exponential } from '@rxkube/operators';
import { type Collection, type ConfigMap, configMaps, field, label } from '@rxkube/protocol';
import { defer } from 'rxjs';

import { type Pipe } from '../../marbles/pipe.js';
import { ObservedTransport } from './observed-transport.js';
import { Observer } from './observer.js';
import { type Subscribed } from './schedule.js';
import { Truth, inShort } from './truth.js';
import { type VirtualClock } from './virtual-clock.js';

/** One subscription, and what is known of it. */
export interface Subscriber {
  readonly subscribed: Subscribed;
  readonly observer: Observer;
  readonly observed: ObservedTransport;
}

/** Puts one subscription on the clock; who stays until `end` must see by then what the server has. */
export function playSubscriber(
  pipe: Pipe,
  subscribed: Subscribed,
  server: () => ApiServer,
  clock: VirtualClock,
  { end, mayGoBack }: { readonly end: number; readonly mayGoBack: boolean },
): Subscriber {
  const observer = new Observer(subscribed, mayGoBack);
  const observed = new ObservedTransport(
    (request) => defer(() => server().transport()(request)),
    clock,
  );
  const { at, leavesAt = end, view, lifetime, chance, ...options } = subscribed;
  clock.at(at, () => {
    const subscription = pipe
      .snapshots<ConfigMap>(observed.send, collections[view], {
        ...options,
        backOff: exponential({ random: seededRandom(chance) }),
        random: seededRandom(chance),
        lifetime: () => lifetime,
        scheduler: clock,
      })
      .subscribe({
        next: (snapshot) => {
          observer.see(snapshot, clock.now());
        },
        error: (error: unknown) => {
          observer.report(`the stream failed: ${String(error)}`);
        },
        complete: () => {
          observer.report('the stream completed');
        },
      });
    clock.at(leavesAt, () => {
      if (leavesAt === end) lookAtTheEnd(observer, subscribed, server());
      subscription.unsubscribe();
      observer.leave();
      if (observed.open > 0) observer.report('a connection is open after it was left');
    });
  });

  return { subscribed, observer, observed };
}

function lookAtTheEnd(observer: Observer, subscribed: Subscribed, { store }: ApiServer): void {
  const { last } = observer;
  const truth = new Truth();
  truth.note(store);
  const had = truth.at(store.resourceVersion, subscribed);
  const shown = inShort(last?.values() ?? [], subscribed.view);
  if (shown !== had) observer.report(`in the end it shows [${shown}], and the server has [${had}]`);
  // An idle store says nothing, so a limit to its silence interrupts it again and again.
  const mayBeInterrupted = subscribed.idleLimit !== undefined;
  if (last?.phase !== 'live' && !mayBeInterrupted) observer.report('in the end it is not live');
}

const namespace = 'ns1';
const collections: Readonly<Record<Subscribed['view'], Collection<ConfigMap>>> = {
  all: { resource: configMaps },
  namespace: { resource: configMaps, namespace },
  labelled: { resource: configMaps, namespace, labelSelector: label('tier').equals('web') },
  named: { resource: configMaps, namespace, name: 'a' },
  others: { resource: configMaps, fieldSelector: field('metadata.name').notEquals('a') },
  metadata: { resource: configMaps, namespace, metadataOnly: true },
};
