import { type Reconciled, ownerReference, reconcile, writes } from '@rxkube/control';
import { by, configMaps, indexObjects, joinObjects, shareSnapshots, untilVersion } from 'rxkube';
import { type Transport, isNotFound, snapshots } from 'rxkube';
import { type Observable, map } from 'rxjs';

import { websites } from './websites.js';

/** Each Website has a ConfigMap of the same name with its pages. It is repaired, and goes with the Website. */
export function publishWebsites(transport: Transport): Observable<Reconciled> {
  const { apply, remove } = writes(transport);
  const maps$ = snapshots(transport, configMaps).pipe(shareSnapshots());
  const owned$ = maps$.pipe(indexObjects({ owner: by.controllerUid }));

  return snapshots(transport, websites).pipe(
    joinObjects({ owned: owned$ }, (site, { owned }) => {
      return { site, published: owned.lookup('owner', site.metadata.uid)[0] };
    }),
    reconcile(
      ({ object, last }) => {
        if (object === undefined) {
          const { metadata } = last?.published ?? {};

          return metadata && remove(configMaps, metadata, { preconditions: { uid: metadata.uid } });
        }
        const { metadata, spec } = object.site;
        const { namespace, name } = metadata;
        const ownerReferences = [ownerReference(object.site)];
        const wanted = { metadata: { namespace, name, ownerReferences }, data: spec.pages };

        // An apply that changes nothing starts no run. The next run waits for the version that this one has written.
        return apply(configMaps, wanted, { manager: 'publish-websites', force: true }).pipe(
          map((written) => maps$.pipe(untilVersion(written.metadata.resourceVersion ?? ''))),
          map((until) => ({ until })),
        );
      },
      { isFinal: isNotFound },
    ),
  );
}
