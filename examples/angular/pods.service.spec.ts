// Compiles the decorators, as `ng build` would have done before.
import '@angular/compiler';

import { type DestroyableInjector, Injector, PLATFORM_ID } from '@angular/core';
import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { pods } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PodsService } from './pods.service.js';
import { TRANSPORT } from './transport.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('B64 PodsService', () => {
  it('shows the pods as signals', () => {
    const server = createApiServer();
    const injector = injectorOver(server, 'browser');
    const service = injector.get(PodsService);

    expect(service.known()).toBe(false);

    vi.advanceTimersByTime(1_000);

    expect(service.known()).toBe(true);
    expect(service.pods()).toEqual([]);

    server.store.create(pods, { metadata: { name: 'web' } });
    vi.advanceTimersByTime(1);

    expect(service.pods().map(({ metadata }) => metadata.name)).toEqual(['web']);

    server.store.delete(pods, { namespace: 'default', name: 'web' });
    vi.advanceTimersByTime(1);

    expect(service.pods()).toEqual([]);
    injector.destroy();
  });

  it('keeps the pods through an outage, and says what is wrong', () => {
    const server = createApiServer();
    server.store.create(pods, { metadata: { name: 'web' } });
    const injector = injectorOver(server, 'browser');
    const service = injector.get(PodsService);
    vi.advanceTimersByTime(1_000);
    const before = service.pods();

    server.faults.cutWatches();

    expect(service.trouble()).toContain('ECONNRESET');
    expect(service.pods()).toEqual(before);

    vi.advanceTimersByTime(5_000);

    expect(service.trouble()).toBeUndefined();
    injector.destroy();
  });

  it('aborts the watch, and leaves no timer, when its injector is destroyed', () => {
    const server = createApiServer();
    const injector = injectorOver(server, 'browser');
    injector.get(PodsService);
    vi.advanceTimersByTime(1_000);

    expect(server.watchers).toBe(1);

    injector.destroy();

    expect(server.watchers).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks for nothing on the server', () => {
    const server = createApiServer();
    const seen = vi.fn();
    server.requests.subscribe(seen);
    const injector = injectorOver(server, 'server');
    const service = injector.get(PodsService);
    vi.advanceTimersByTime(60_000);

    expect(service.known()).toBe(false);
    expect(seen).not.toHaveBeenCalled();
    injector.destroy();
  });
});

function injectorOver(server: ApiServer, platform: 'browser' | 'server'): DestroyableInjector {
  return Injector.create({
    providers: [
      PodsService,
      { provide: TRANSPORT, useFactory: () => server.transport() },
      { provide: PLATFORM_ID, useValue: platform },
    ],
  });
}
