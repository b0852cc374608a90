import { type KubeObject, customResourceDefinitions, isNotFound, resource } from '@rxkube/protocol';
import { type Observable, VirtualTimeScheduler, map, mergeMap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type ApiServer, createApiServer } from '../api-server.js';

interface Widget extends KubeObject {
  readonly spec?: { readonly size: number };
}

const widgets = resource<Widget>({
  group: 'shop.example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});
const path = '/apis/shop.example.com/v1/widgets';
const name = 'widgets.shop.example.com';

function define(server: ApiServer, versions: readonly object[] = [offered('v1', true)]): void {
  server.store.create(customResourceDefinitions, {
    metadata: { name },
    spec: {
      group: 'shop.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
      versions: versions as never,
    },
  });
}

function offered(version: string, storage: boolean, served = true): object {
  return { name: version, served, storage };
}

function started(): { readonly server: ApiServer; readonly clock: VirtualTimeScheduler } {
  const clock = new VirtualTimeScheduler();

  return { server: createApiServer({ scheduler: clock, random: () => 0 }), clock };
}

function ask(server: ApiServer, query: Readonly<Record<string, string>> = {}): Observable<string> {
  return server
    .transport()({ method: 'GET', path, query, headers: {} })
    .pipe(
      mergeMap(({ status, body }) =>
        body.pipe(map((bytes) => `${String(status)} ${new TextDecoder().decode(bytes)}`)),
      ),
    );
}

describe('serveDefinitions', () => {
  it('serves a resource from the creation of its definition on', () => {
    const { server, clock } = started();
    const answers: string[] = [];
    ask(server).subscribe((answer) => answers.push(answer));
    clock.flush();
    define(server);
    server.store.create(widgets, { metadata: { name: 'a' }, spec: { size: 1 } });
    ask(server).subscribe((answer) => answers.push(answer));
    clock.flush();

    expect(answers[0]).toBe('404 404 page not found\n');
    expect(answers[1]).toMatch(/^200 .*"size":1.*"kind":"WidgetList"/u);
  });

  it('says in the status of the definition that it is served', () => {
    const { server } = started();
    define(server);

    expect(server.store.get(customResourceDefinitions, { name })).toMatchObject({
      metadata: { generation: 1 },
      status: {
        acceptedNames: { plural: 'widgets', singular: 'widget', shortNames: ['wd'] },
        conditions: [
          { type: 'NamesAccepted', status: 'True' },
          { type: 'Established', status: 'True' },
        ],
        storedVersions: ['v1'],
      },
    });
  });

  it('serves the storage version, or the first that is served at all', () => {
    const version = (...versions: readonly object[]): string | undefined => {
      const { server } = started();
      define(server, versions);

      return server.store.get(customResourceDefinitions, { name })?.status?.storedVersions?.join();
    };

    expect(version(offered('v1beta1', false), offered('v1', true))).toBe('v1');
    expect(version(offered('v2', true, false), offered('v1', false))).toBe('v1');
    expect(version(offered('v2', true, false))).toBeUndefined();
    expect(version()).toBeUndefined();
  });

  it('reports the deletion of each object, ends the watches and stops serving it', () => {
    const { server, clock } = started();
    define(server);
    server.store.create(widgets, { metadata: { name: 'a' } });
    server.store.create(widgets, { metadata: { name: 'b', finalizers: ['example.com/x'] } });
    const frames: string[] = [];
    const version = server.store.resourceVersion;
    ask(server, { watch: 'true', resourceVersion: version }).subscribe({
      next: (text) => {
        for (const line of text.split('\n')) {
          const [, type] = /"type":"(\w+)"/u.exec(line) ?? [];
          if (type !== undefined) frames.push(type);
        }
      },
      complete: () => frames.push('end'),
    });
    clock.schedule(() => server.store.delete(customResourceDefinitions, { name }), 10);
    clock.schedule(() => {
      ask(server).subscribe((answer) => frames.push(answer));
    }, 20);
    clock.flush();

    expect(frames).toEqual(['DELETED', 'MODIFIED', 'DELETED', 'end', '404 404 page not found\n']);
    expect(server.watchers).toBe(0);
  });

  it('begins again if a definition is created again: without objects and without the old history', () => {
    const { server, clock } = started();
    define(server);
    const { metadata } = server.store.create(widgets, { metadata: { name: 'a' } });
    server.store.delete(customResourceDefinitions, { name });
    expect(() => server.store.list(widgets)).toThrow('is not served');
    define(server);
    const frames: string[] = [];
    ask(server, {
      watch: 'true',
      resourceVersion: metadata.resourceVersion ?? '',
      timeoutSeconds: '1',
    }).subscribe((frame) => frames.push(frame));
    clock.flush();

    expect(server.store.list(widgets)).toEqual([]);
    expect(frames.join()).toContain('too old resource version');
  });

  it('leaves a resource alone that was served before', () => {
    const { server } = started();
    server.serve(widgets);
    server.store.create(widgets, { metadata: { name: 'a' } });
    define(server);
    server.store.delete(customResourceDefinitions, { name });

    expect(server.store.list(widgets)).toHaveLength(1);
  });

  it('serves nothing for a definition that is none', () => {
    const { server } = started();
    server.store.create(customResourceDefinitions, { metadata: { name } });

    expect(server.store.get(customResourceDefinitions, { name })).not.toHaveProperty('status');
    expect(() => {
      server.store.delete(customResourceDefinitions, { name: 'other' });
    }).toThrow(expect.toSatisfy(isNotFound) as Error);
  });
});
