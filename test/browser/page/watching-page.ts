import {
  type CacheSnapshot,
  configMaps,
  fetchTransport,
  snapshots,
  whileVisible,
} from 'rxkube/browser';
import { type Subscription } from 'rxjs';

import { type Shown } from './shown.js';

declare global {
  /** Starts a watch of a namespace, over the common transport of the page. */
  var startWatch: (namespace: string) => void;
  var stopWatch: (namespace: string) => void;
  /** The last snapshot of a namespace. */
  var shownIn: (namespace: string) => Shown | undefined;
  /** Violations of the policy of this page. */
  var violations: string[];
}

const transport = fetchTransport({ baseUrl: '/k8s' });
const shown = new Map<string, Shown>();
const running = new Map<string, Subscription>();

globalThis.violations = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
  globalThis.violations.push(violatedDirective);
});

globalThis.startWatch = (namespace) => {
  const collection = { resource: configMaps, namespace };
  running.set(
    namespace,
    snapshots(transport, collection)
      .pipe(whileVisible())
      .subscribe((snapshot) => {
        shown.set(namespace, shownOf(snapshot));
      }),
  );
};
globalThis.stopWatch = (namespace) => {
  running.get(namespace)?.unsubscribe();
};
globalThis.shownIn = (namespace) => shown.get(namespace);

function shownOf(snapshot: CacheSnapshot<{ readonly metadata: { readonly name: string } }>): Shown {
  const { error } = snapshot;

  return {
    phase: snapshot.phase,
    names: [...snapshot.values()].map(({ metadata }) => metadata.name),
    code: error !== undefined && 'code' in error ? String(error.code) : undefined,
  };
}
