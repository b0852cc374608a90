/**
 * A dashboard of two namespaces: the visible part of the deployments with their pods, and how many pods have which
 * status. A namespace that you may not see is left out until you may.
 */
import {
  by,
  countObjects,
  deployments,
  indexObjects,
  joinObjects,
  mergeScopes,
  nodes,
  podStatus,
  pods,
  replicaSets,
  shareSnapshots,
  sortObjects,
  watch,
  windowObjects,
} from 'rxkube';
import { of } from 'rxjs';

const namespaces = ['shop', 'bank'];
const owner = by.controllerUid;

export function dashboard(live = watch, range$ = of({ start: 0, end: 20 })) {
  const deployments$ = mergeScopes(namespaces, (namespace) => live(deployments, { namespace }));
  const sets$ = mergeScopes(namespaces, (namespace) => live(replicaSets, { namespace }));
  const pods$ = mergeScopes(namespaces, (namespace) => live(pods, { namespace })).pipe(
    shareSnapshots(),
  );
  const parts = {
    sets: sets$.pipe(indexObjects({ owner })),
    pods: pods$.pipe(indexObjects({ owner })),
    nodes: live(nodes),
  };
  const rows$ = deployments$.pipe(
    joinObjects(parts, ({ metadata: { name, uid } }, { sets, pods, nodes }) => {
      const own = sets
        .lookup('owner', uid)
        .flatMap((set) => pods.lookup('owner', set.metadata.uid));
      const places = own.map((pod) => nodes.get(pod.spec.nodeName)?.metadata.name);

      return { name, pods: own.map(podStatus), places };
    }),
    sortObjects(({ name }) => name),
    windowObjects(range$),
  );

  return { rows$, counts$: pods$.pipe(countObjects(podStatus)) };
}
