import { type ApiServer, type ApiServerOptions, createApiServer } from '@rxkube/apiserver';
import { snapshots } from '@rxkube/operators';
import { isWatch, pods } from '@rxkube/protocol';
import { NEVER, type Observable, filter, ignoreElements, map, merge, tap } from 'rxjs';
import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { notReadyFor } from './not-ready-for.js';

/** The possible actions: (un)ready, another pod appears, the watch is cut, the history is trimmed. */
const acts = {
  u: setReady('False'),
  r: setReady('True'),
  o: ({ store }: ApiServer) => {
    store.create(pods, { metadata: { name: 'other' }, status: conditions('True') });
  },
  x: ({ faults }: ApiServer) => {
    faults.cutWatches();
  },
  t: (server: ApiServer) => {
    server.trimHistory();
  },
};
/** The alarms: no pod, or our pod. */
const keys = { n: [], w: ['default/web'] };

describe('notReadyFor', () => {
  it('says nothing before the first list is there', () => {
    // prettier-ignore
    onVirtualTime(({ expectObservable }) => {
      const server = serverWithPod({ latency: 500 });
      const says = '      500ms n                               ';

      expectObservable(alarms(server, NEVER), '^ 2m !').toBe(says, keys);
    });
  });

  it('names a pod 30 s after it stopped being ready, until it is ready again', () => {
    // prettier-ignore
    onVirtualTime(({ cold, expectObservable }) => {
      const server = serverWithPod();
      const happens = cold('     5s u         39999ms r         ', acts);
      const says = '      n 34999ms         w 9999ms  n         ';

      expectObservable(alarms(server, happens), '^ 2m !').toBe(says, keys);
    });
  });

  it('is not alarmed by a pod that is back in time', () => {
    // prettier-ignore
    onVirtualTime(({ cold, expectObservable }) => {
      const server = serverWithPod();
      const happens = cold('     5s u         29998ms r         ', acts);
      const says = '      n                                     ';

      expectObservable(alarms(server, happens), '^ 2m !').toBe(says, keys);
    });
  });

  it('goes on counting through a 410', () => {
    // prettier-ignore
    onVirtualTime(({ cold, expectObservable }) => {
      const server = serverWithPod();
      const happens = cold('     5s u 9999ms (xot)              ', acts);
      const listed = '    l 16999ms l                           ';
      const says = '      n 34999ms         w                   ';

      expectObservable(lists(server), '^ 2m !').toBe(listed);
      expectObservable(alarms(server, happens), '^ 2m !').toBe(says, keys);
    });
  });

  it('gives the all-clear for a pod that got ready during an outage, once the list is back', () => {
    // prettier-ignore
    onVirtualTime(({ cold, expectObservable }) => {
      const server = serverWithPod();
      const happens = cold('     5s u 34999ms (xrt)             ', acts);
      const listed = '    l 41999ms l                           ';
      const says = '      n 34999ms         w 6999ms n          ';

      expectObservable(lists(server), '^ 2m !').toBe(listed);
      expectObservable(alarms(server, happens), '^ 2m !').toBe(says, keys);
    });
  });
});

/** The stream under test behind a whole client, while things happen to the cluster. */
function alarms(
  server: ApiServer,
  happens: Observable<(server: ApiServer) => void>,
): Observable<readonly string[]> {
  return merge(
    snapshots(server.transport(), pods, { backOff: () => 1_000 }).pipe(notReadyFor(30_000)),
    happens.pipe(
      tap((act) => {
        act(server);
      }),
      ignoreElements(),
    ),
  );
}

/** An `l` for each list that the client asks for: the second one follows a 410. */
function lists({ requests }: ApiServer): Observable<'l'> {
  return requests.pipe(
    filter(({ request }) => !isWatch(request)),
    map(() => 'l'),
  );
}

function serverWithPod(options?: ApiServerOptions): ApiServer {
  const server = createApiServer(options);
  server.store.create(pods, { metadata: { name: 'web' }, status: conditions('True') });

  return server;
}

function setReady(status: 'True' | 'False'): (server: ApiServer) => void {
  return ({ store }) => {
    store.patch(pods, { namespace: 'default', name: 'web' }, { status: conditions(status) });
  };
}

function conditions(status: 'True' | 'False'): { conditions: { type: string; status: string }[] } {
  return { conditions: [{ type: 'Ready', status }] };
}

/** Inside, every timer of RxJS is virtual: those of the stream, of the client and of the server. */
function onVirtualTime(test: (helpers: RunHelpers) => void): void {
  new TestScheduler((actual, expected) => {
    expect(actual).toEqual(expected);
  }).run(test);
}
