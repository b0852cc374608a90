import { deployments, namespaces, pods } from '@rxkube/protocol';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { createApiServer } from '../api-server.js';
import { demoRollout } from './demo-rollout.js';

const REPLICAS = 15;
/** Milliseconds of one round, in which each replica gets its next revision. */
const ROUND = 300 * 50;

function started() {
  const clock = new VirtualTimeScheduler();
  const { store } = createApiServer({ scheduler: clock });
  const subscription = demoRollout(store, clock).subscribe();
  const advance = (milliseconds: number): void => {
    clock.maxFrames = clock.now() + milliseconds;
    clock.flush();
  };

  return { store, subscription, advance };
}

/** Whether `kubectl rollout status` would say that the rollout is over. */
function isComplete(store: ReturnType<typeof started>['store'], name: string): boolean {
  const { metadata, status } = store.get(deployments, { namespace: 'shop', name }) ?? {};

  return (
    status?.observedGeneration === metadata?.generation &&
    status?.updatedReplicas === REPLICAS &&
    status.replicas === REPLICAS &&
    status.availableReplicas === REPLICAS
  );
}

describe('demoRollout', () => {
  it('fills the store during subscribe', () => {
    const { store } = started();

    expect(store.list(deployments)).toHaveLength(20);
    expect(store.list(pods)).toHaveLength(20 * REPLICAS);
    expect(store.list(namespaces).map(({ metadata }) => metadata.name)).toContain('shop');
    expect(isComplete(store, 'web')).toBe(true);
  });

  it('rolls out one deployment after the other, and its status says when that is over', () => {
    const { store, advance } = started();
    advance(1_000);
    const during = store.get(deployments, { namespace: 'shop', name: 'web' });
    const isOverDuring = isComplete(store, 'web');
    advance(2_000);

    expect(during?.metadata.generation).toBe(2);
    expect(during?.status).toMatchObject({ observedGeneration: 2, updatedReplicas: REPLICAS });
    expect(isOverDuring).toBe(false);
    expect(isComplete(store, 'web')).toBe(true);
    expect(
      store
        .list(pods, { namespace: 'shop' })
        .filter(({ metadata: { labels } }) => labels?.['app'] === 'web')
        .map(({ metadata: { labels } }) => labels?.['revision']),
    ).toEqual(Array.from({ length: REPLICAS }, () => '2'));
  });

  it('goes on after another client has deleted its objects', () => {
    const { store, advance } = started();
    for (const { metadata } of store.list(pods).slice(0, 100)) store.delete(pods, metadata);
    store.delete(deployments, { namespace: 'shop', name: 'api' });
    advance(2 * ROUND);

    expect(store.get(deployments, { namespace: 'mail', name: 'api' })?.metadata.generation).toBe(3);
  });

  it('ends with its subscription', () => {
    const { store, subscription, advance } = started();
    advance(ROUND);
    subscription.unsubscribe();
    const version = store.resourceVersion;
    advance(ROUND);

    expect(store.resourceVersion).toBe(version);
  });
});
