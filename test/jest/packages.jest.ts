import { firstValueFrom, filter, timeout } from 'rxjs';
import { describe, expect, it } from 'vitest';

const { TextDecoder, TextEncoder } = globalThis;

describe('the packages in a page of jsdom', () => {
  it('are loaded before the program adds the text encoders', async () => {
    Reflect.deleteProperty(globalThis, 'TextEncoder');
    Reflect.deleteProperty(globalThis, 'TextDecoder');
    expect([typeof globalThis.TextEncoder, typeof window]).toEqual(['undefined', 'object']);

    const all = await Promise.all([
      import('@rxkube/protocol'),
      import('@rxkube/protocol/json'),
      import('@rxkube/snapshots'),
      import('@rxkube/operators'),
      import('@rxkube/views'),
      import('@rxkube/control'),
      import('@rxkube/fetch'),
      import('@rxkube/protobuf'),
      import('@rxkube/protobuf/kinds'),
      import('@rxkube/apiserver'),
      import('@rxkube/testing'),
      import('@rxkube/undici'),
      import('rxkube'),
    ]);
    Object.assign(globalThis, { TextDecoder, TextEncoder });

    expect(all.map((door) => Object.keys(door).length > 0)).not.toContain(false);
  });

  it('watch the embedded server', async () => {
    const { createApiServer } = await import('@rxkube/apiserver');
    const { snapshots } = await import('@rxkube/operators');
    const { configMaps } = await import('@rxkube/protocol');
    const server = createApiServer();
    const live = firstValueFrom(
      snapshots(server.transport(), { resource: configMaps }).pipe(
        filter((snapshot) => snapshot.phase === 'live' && snapshot.size === 1),
        timeout(5_000),
      ),
    );
    server.store.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });

    expect((await live).get('default/a')?.metadata.name).toBe('a');
  });
});
