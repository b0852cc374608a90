/** A program as a user writes it, and the size of its bundle without RxJS. */
export interface BundleSize {
  readonly name: string;
  readonly program: string;
  /** Gzipped. The check allows 3 % more. */
  readonly bytes: number;
  /** Why the figure is what it is. Each change of the figure changes this line. */
  readonly reason: string;
}

export const sizes: readonly BundleSize[] = [
  {
    name: 'snapshots with pods',
    program: `
      export { snapshots } from '@rxkube/operators';
      export { pods } from '@rxkube/protocol';
    `,
    bytes: 31_273,
    reason:
      'lists are bounded, responses of a transport are checked, and watches learn how long silence is normal',
  },
  {
    name: 'the composition of four operators in the README',
    program: `
      import {
        cacheReduce, chunkedJson, listPages, openWatch, relistOn410, resumeFrom, watchEvents,
      } from '@rxkube/operators';
      import { pods } from '@rxkube/protocol';
      import { pipe } from 'rxjs';

      export function podSnapshots(transport) {
        const request = { resource: pods, namespace: 'default' };

        return listPages(transport, request).pipe(
          resumeFrom((version) =>
            openWatch(transport, request, version, pipe(chunkedJson(), watchEvents(pods.codec))),
          ),
          relistOn410(),
          cacheReduce(),
        );
      }
    `,
    bytes: 26_629,
    reason:
      'lists are bounded, responses of a transport are checked, and watches learn how long silence is normal',
  },
  {
    name: 'a reconciler',
    program: "export { reconcile } from '@rxkube/control';",
    bytes: 4_183,
    reason:
      'lanes, retries, deletions by uid, and options whose names are checked, without the back-off of the operators',
  },
  {
    name: 'a leader election',
    program: "export { leaderElection, whileLeading } from '@rxkube/control';",
    bytes: 12_794,
    reason: 'three quarters are requests, errors and checks of options, which snapshots share',
  },
];
