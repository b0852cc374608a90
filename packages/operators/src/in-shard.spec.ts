import { type ConfigMap, type ShardField, configMaps, shard } from '@rxkube/protocol';
import {
  applied,
  bookmarked,
  cluster,
  configMap,
  deleted,
  listCompleted,
  listed,
} from '@rxkube/testing';
import { from, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';

import { diagramOf, untilEndOf } from '../../../test/support/diagram.js';
import { marbles } from '../../../test/support/marbles.js';
import { inShard } from './in-shard.js';
import { snapshots } from './snapshots.js';
import { type SyncEvent } from './sync-event.js';

/** By their uids, `a` belongs to the first of two shards and `b` to the second. */
const a = configMap('a@green/7');
const b = configMap('b@blue/8');
const first = shard(0, 2);

function passed(...events: readonly SyncEvent<ConfigMap>[]): SyncEvent<ConfigMap>[] {
  const seen: SyncEvent<ConfigMap>[] = [];
  from(events)
    .pipe(inShard<ConfigMap>(first))
    .subscribe((event) => seen.push(event));

  return seen;
}

describe('inShard', () => {
  it('knows the shards of its objects', () => {
    expect([first.holds(a), first.holds(b)]).toEqual([true, false]);
  });

  it(
    'does what its diagram says',
    marbles((m) => {
      const newer = { a: configMap('a@green/9'), b: configMap('b@blue/9') };
      const events: Readonly<Record<string, SyncEvent<ConfigMap>>> = {
        s: { _tag: 'ListStarted' },
        L: listed([a, b]),
        M: listed([a]),
        c: listCompleted('8'),
        a: applied(newer.a),
        b: applied(newer.b),
        k: bookmarked('10'),
      };
      const rows = diagramOf(import.meta.url, './in-shard.ts', ['source', 'result']);

      m.expect(
        m.cold(rows.source, events).pipe(inShard<ConfigMap>(first)),
        untilEndOf(rows.result),
      ).toBeObservable(rows.result, events);
    }),
  );

  it('keeps the objects of its shard', () => {
    expect(passed(listed([a, b]), applied(b), applied(a), deleted(b), deleted(a))).toEqual([
      listed([a]),
      applied(a),
      deleted(a),
    ]);
  });

  it('passes on all that is not an object', () => {
    const end = listCompleted('9');
    const events = [{ _tag: 'ListStarted' }, listed([b]), end, bookmarked('10')] as const;

    expect(passed(...events)).toEqual([{ _tag: 'ListStarted' }, listed([]), end, bookmarked('10')]);
  });

  it('keeps the number of remaining objects', () => {
    expect(passed(listed([a, b], 7))).toEqual([listed([a], 7)]);
  });

  it('passes on the same event if all its objects belong to the shard', () => {
    const event = listed([a]);

    expect(passed(event)[0]).toBe(event);
  });

  it('passes on an exception of a shard of the user', () => {
    const error = new Error('mine');
    const holds = (): never => {
      throw error;
    };
    const seen: unknown[] = [];
    of(applied(a))
      .pipe(inShard<ConfigMap>({ ...first, holds }))
      .subscribe({ error: (caught: unknown) => seen.push(caught) });

    expect(seen).toEqual([error]);
  });
});

/** Random uids, as a real server gives them. */
let chance = 1;
const options = {
  random: () => {
    chance = (chance * 16_807) % 2_147_483_647;

    return chance / 2_147_483_647;
  },
};

describe.each([
  ['eager', 'list'],
  ['deferred', 'list'],
  ['eager', 'stream'],
  ['deferred', 'stream'],
] as const)('snapshots of a shard, %s, with a %s', (decoding, strategy) => {
  it.each<ShardField>(['uid', 'namespace'])(
    'divide a collection by %s, although the server sends all of it',
    (field) => {
      cluster(({ server, transport, time }) => {
        const names = ['green', 'shop', 'red', 'data', 'blue', 'web', 'jobs', 'frontend', 'team-a'];
        const create = (name: string): void => {
          server.store.create(configMaps, { metadata: { name, namespace: name } });
        };
        names.slice(0, 5).forEach(create);
        const parse = vi.spyOn(JSON, 'parse');
        const sets = [0, 1, 2].map((index) =>
          time.record(
            snapshots(transport, configMaps, {
              shard: shard(index, 3, { field }),
              decoding,
              strategy,
            }),
            10_000,
          ),
        );
        time.at(1_000, () => {
          names.slice(5).forEach(create);
        });
        time.at(2_000, () => {
          server.store.delete(configMaps, { name: 'green', namespace: 'green' });
        });
        time.run();
        const texts = parse.mock.calls.map(([text]) => text);
        parse.mockRestore();
        const keys = sets.map(({ values }) => [...(values.at(-1)?.value.keys() ?? [])]);

        expect(keys.flat().sort()).toEqual(
          names
            .slice(1)
            .map((name) => `${name}/${name}`)
            .sort(),
        );
        expect(keys.filter((part) => part.length > 0).length).toBeGreaterThan(1);
        if (decoding === 'deferred') {
          expect(texts.filter((text) => text.includes('"uid"'))).toEqual([]);
        }
      }, options);
    },
  );
});

it('a collection takes nothing but a shard', () => {
  const wrong = { shard: 'first' as never };
  const errors: unknown[] = [];
  snapshots(() => of(), configMaps, wrong).subscribe({
    error: (error: unknown) => errors.push(error),
  });

  expect(String(errors[0])).toContain('pass a shard, such as shard(0, 3)');
});
