import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import {
  type KubeObject,
  type OwnerReference,
  deployments,
  nodes,
  pods,
  replicaSets,
  snapshots,
  type watch,
} from 'rxkube';
import { distinctUntilChanged, map } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';

import { dashboard } from './dashboard.js';

it('shows the namespace that it may see, and both when it may', () => {
  new TestScheduler((actual, expected) => {
    expect(actual).toEqual(expected);
  }).run(({ cold, expectObservable }) => {
    const server = serverOfTwoNamespaces();
    const allow = forbidBank(server);
    const transport = server.transport();
    const backOff = (): number => 60_000;
    const live: typeof watch = (request, options) =>
      snapshots(transport, request, { ...options, backOff });
    const range$ = cold('a 999ms b', { a: { start: 0, end: 5 }, b: { start: 1, end: 5 } });
    const { rows$, counts$ } = dashboard(live, range$);
    const names$ = rows$.pipe(
      map(({ phase, total, rows }) => [phase, total, ...rows.map(({ name }) => name)].join(' ')),
      distinctUntilChanged(),
    );
    const statuses$ = counts$.pipe(map((counts) => Object.fromEntries(counts.entries())));

    cold('90s a').subscribe(allow);
    expectObservable(names$, '^ 3m !').toBe('(lf) 996ms g 118999ms h', {
      l: 'listing 0',
      f: 'live 1 shop-web',
      g: 'live 1',
      h: 'live 2 shop-web',
    });
    expectObservable(statuses$, '^ 3m !').toBe('(lf) 119996ms h', {
      l: {},
      f: { Running: 1 },
      h: { Running: 1, Pending: 1 },
    });
  });
});

/** Refuses all requests for the namespace `bank` until the returned function is called. */
function forbidBank({ faults }: ApiServer): () => void {
  return faults.next({
    when: ({ path }) => path.includes('/namespaces/bank/'),
    times: Infinity,
    answer: { status: 403, body: 'x' },
  });
}

function serverOfTwoNamespaces(): ApiServer {
  const server = createApiServer({ random: () => 0 });
  server.store.create(nodes, { metadata: { name: 'n1' } });
  for (const namespace of ['shop', 'bank']) {
    const deployment = server.store.create(deployments, {
      metadata: { namespace, name: `${namespace}-web` },
    });
    const set = server.store.create(replicaSets, {
      metadata: { namespace, name: 'set', ownerReferences: [ownerOf(deployment)] },
    });
    server.store.create(pods, {
      metadata: { namespace, name: 'pod', ownerReferences: [ownerOf(set)] },
      spec: { nodeName: 'n1', containers: [] },
      status: { phase: namespace === 'shop' ? 'Running' : 'Pending' },
    });
  }

  return server;
}

function ownerOf({
  apiVersion = '',
  kind = '',
  metadata: { name, uid = '' },
}: KubeObject): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true };
}
