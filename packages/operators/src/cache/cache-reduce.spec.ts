import { type KubeError, type KubeObject } from '@rxkube/protocol';
import { type CacheSnapshot, type Change } from '@rxkube/snapshots';
import fc from 'fast-check';
import { Subject, from, map, toArray } from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import {
  type Thing,
  expired,
  reset,
  statusFailure,
  tellChange,
  tellSnapshot,
  thing,
  told,
  version,
} from '../../../../test/laws/kube.js';
import { diagramOf, untilEndOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type SyncEvent } from '../sync-event.js';
import { cacheReduce } from './cache-reduce.js';
import { type CacheReduceOptions } from './cache-reduce-options.js';

/** Events in short: `s`, `L a@u1/7 b@u2/9`, `c 10`, `w`, `+a@u1/11`, `-a@u1/12`, `B 20`, `i`. */
function event(short: string, error: KubeError = reset()): SyncEvent<Thing> {
  const [word = '', ...rest] = short.split(' ');
  switch (word) {
    case 's':
      return { _tag: 'ListStarted' };
    case 'L':
      return { _tag: 'Listed', objects: rest.map((one) => thing(one)) };
    case 'c':
      return { _tag: 'ListCompleted', resourceVersion: version(rest[0] ?? '') };
    case 'w':
      return { _tag: 'WatchStarted' };
    case 'B':
      return { _tag: 'Bookmarked', resourceVersion: version(rest[0] ?? '') };
    case 'i':
      return { _tag: 'Interrupted', error, retryInMs: 100 };
    default: {
      const object = thing(word.slice(1), rest[0]);

      return word.startsWith('-') ? { _tag: 'Deleted', object } : { _tag: 'Applied', object };
    }
  }
}

/** The snapshots of synchronous events, one line each. */
function reduced(shorts: readonly string[], options: CacheReduceOptions<Thing> = {}): string[] {
  return snapshotsOf(shorts, options).map(tellSnapshot);
}

function snapshotsOf(
  shorts: readonly string[],
  options: CacheReduceOptions<Thing> = {},
): readonly CacheSnapshot<Thing>[] {
  let all: readonly CacheSnapshot<Thing>[] = [];
  from(shorts.map((short) => event(short)))
    .pipe(cacheReduce(options), toArray())
    .subscribe((snapshots) => {
      all = snapshots;
    });

  return all;
}

const SET = ['s', 'L a@u1/7 b@u2/9', 'c 10'];
const LISTING = 'listing -';

/** The events before, and what one more brings. */
function next(before: readonly string[], last: string): string[] {
  const known = reduced(before).length;

  return reduced([...before, last]).slice(known);
}

describe('cacheReduce', () => {
  it(
    'shows each snapshot in the frame of its event',
    marbles((m) => {
      const drawn: Record<string, SyncEvent<Thing>> = {
        s: event('s'),
        L: event('L a@u1/7'),
        c: event('c 10'),
        w: event('w'),
        a: event('+a@u1/11'),
        b: event('B 20'),
        i: event('i'),
        r: event('L a@u1/11'),
        k: event('c 30'),
      };
      const shown = {
        e: LISTING,
        f: 'live 10 a/7 (+a/7)',
        g: 'live 11 a/11 (~a/11<7)',
        h: 'interrupted 20 a/11 ! TransportError body',
        k: 'live 30 a/11',
      };
      const rows = diagramOf(import.meta.url, './cache-reduce.ts', ['source', 'result']);
      const source = m.cold(rows.source, drawn);
      m.expect(
        source.pipe(cacheReduce(), map(tellSnapshot)),
        untilEndOf(rows.result),
      ).toBeObservable(rows.result, shown);
    }),
  );

  describe('in the phase', () => {
    it.each([
      { before: [], last: 's', emits: [LISTING] },
      { before: ['s'], last: 's', emits: [] },
      { before: ['s'], last: 'L a@u1/7', emits: [] },
      { before: ['s'], last: 'i', emits: [`${LISTING} ! TransportError body`] },
      { before: [], last: 'i', emits: [`${LISTING} ! TransportError body`] },
      { before: ['s', 'i'], last: 's', emits: [] },
      { before: ['s', 'i'], last: 'c 10', emits: ['live 10'] },
      { before: ['s', 'L a@u1/7'], last: '-a@u1/8', emits: [] },
      { before: ['s', 'L a@u1/7', '-a@u1/8'], last: 'c 10', emits: ['live 10'] },
      { before: ['s', 'L a@u1/7', '-a@u2/8'], last: 'c 10', emits: ['live 10 a/7 (+a/7)'] },
      { before: ['s', 'L a@u1/7', 's', 'L b@u2/9'], last: 'c 10', emits: ['live 10 b/9 (+b/9)'] },
      { before: ['s', 'L a@u1/7', 'L a@u1/8'], last: 'c 10', emits: ['live 10 a/8 (+a/8)'] },
      { before: [], last: 'c 10', emits: ['live 10'] },
    ])('listing, behind $before, $last gives $emits', ({ before, last, emits }) => {
      expect(next(before, last)).toEqual(emits);
    });

    it.each([
      { last: 'w', emits: [] },
      { last: 'B 20', emits: [] },
      { last: 'c 11', emits: ['live 11 a/7 b/9'] },
      { last: '+c@u3/11', emits: ['live 11 a/7 b/9 c/11 (+c/11)'] },
      { last: '+a@u1/11', emits: ['live 11 a/11 b/9 (~a/11<7)'] },
      { last: '+a@u1/7', emits: [] },
      { last: '+a@u9/11', emits: ['live 11 a/11 b/9 (-a/7? +a/11)'] },
      { last: '-a@u1/11', emits: ['live 11 b/9 (-a/11)'] },
      { last: '-a@u9/11', emits: [] },
      { last: '-z@u9/11', emits: [] },
      { last: '-a@/11', emits: ['live 11 b/9 (-a/11)'] },
      { last: 'i', emits: ['interrupted 10 a/7 b/9 ! TransportError body'] },
      { last: 's', emits: ['interrupted 10 a/7 b/9'] },
    ])('live, $last gives $emits', ({ last, emits }) => {
      expect(next(SET, last)).toEqual(emits);
    });

    it.each([
      { last: 'w', emits: ['live 10 a/7 b/9'] },
      { last: 'B 20', emits: ['live 20 a/7 b/9'] },
      { last: '+c@u3/11', emits: ['live 11 a/7 b/9 c/11 (+c/11)'] },
      { last: '+a@u1/7', emits: ['live 7 a/7 b/9'] },
      { last: '-z@u9/11', emits: ['live 11 a/7 b/9'] },
      { last: 's', emits: [] },
      { last: 'i', emits: ['interrupted 10 a/7 b/9 ! TransportError body'] },
    ])('interrupted, $last gives $emits', ({ last, emits }) => {
      expect(next([...SET, 'i'], last)).toEqual(emits);
    });

    it.each([
      { before: ['s'], last: 'L c@u3/40', emits: [] },
      { before: ['s'], last: '+c@u3/40', emits: [] },
      { before: ['s'], last: '-a@u1/40', emits: [] },
      { before: ['s', 'i'], last: 's', emits: [] },
      {
        before: ['s', 'L b@u2/9 c@u3/40'],
        last: 'c 50',
        emits: ['live 50 b/9 c/40 (-a/7? +c/40)'],
      },
      { before: ['s', 'L a@u1/7 b@u2/9'], last: 'c 50', emits: ['live 50 a/7 b/9'] },
      { before: ['s'], last: 'c 50', emits: ['live 50 (-a/7? -b/9?)'] },
      {
        before: ['s', 'L a@u4/44 b@u2/9'],
        last: 'c 50',
        emits: ['live 50 a/44 b/9 (-a/7? +a/44)'],
      },
      { before: ['s', 'L a@u1/3 b@u2/9'], last: 'c 5', emits: ['live 5 a/3 b/9 (~a/3<7)'] },
      { before: ['s', 'L a@u1/7', 's', 'L b@u2/9'], last: 'c 50', emits: ['live 50 b/9 (-a/7?)'] },
    ])('of a relist, behind $before, $last gives $emits', ({ before, last, emits }) => {
      expect(next([...SET, ...before], last)).toEqual(emits);
    });
  });

  it(
    'waits, ends and fails with its source',
    marbles((m) => {
      for (const drawn of ['-', '|', '--|', '#', '--#']) {
        m.expect(m.cold(drawn).pipe(cacheReduce())).toBeObservable(drawn);
      }
    }),
  );

  it('keeps the newest error until something is well again', () => {
    const errors: (KubeError | undefined)[] = [];
    const first = reset();
    const second = statusFailure(403);
    from([
      ...SET.map((short) => event(short)),
      event('i', first),
      event('i', first),
      event('i', second),
      event('s'),
      event('c 11'),
    ])
      .pipe(cacheReduce())
      .subscribe((snapshot) => errors.push(snapshot.error));

    expect(errors).toEqual([undefined, undefined, first, second, undefined]);
  });

  it('tells "not synced" from "empty"', () => {
    expect(
      snapshotsOf(['s', 'c 10']).map(({ size, resourceVersion }) => [size, resourceVersion]),
    ).toEqual([
      [0, undefined],
      [0, '10'],
    ]);
  });

  it(
    'says since when it is in its phase, and when it last heard of the server',
    marbles((m) => {
      const source = m.cold('s-c---a---i---i---w', {
        s: event('s'),
        c: event('c 10'),
        a: event('+a@u1/11'),
        i: event('i', expired()),
        w: event('w'),
      } satisfies Record<string, SyncEvent<Thing>>);
      const log = told(
        m,
        source.pipe(cacheReduce<Thing>()),
        ({ phase, since, lastContact }) =>
          `${phase} since ${String(since)}, heard ${String(lastContact)}`,
        30,
      );

      expect(log).toEqual([
        '0 listing since 0, heard 0',
        '2 live since 2, heard 2',
        '6 live since 2, heard 6',
        '10 interrupted since 10, heard 6',
        '14 interrupted since 10, heard 6'.replace(
          '14 interrupted since 10, heard 6',
          '18 live since 18, heard 18',
        ),
      ]);
    }),
  );

  it('takes another content under a known version for a change', () => {
    expect(reduced([...SET, '+a@u1/7 other']).at(-1)).toBe('live 7 a/7 b/9 (~a/7<7)');
  });

  it('keeps the identity of unchanged objects', () => {
    const [, before, after] = snapshotsOf([...SET, 's', 'L a@u1/7 b@u2/51', 'c 50']).filter(
      ({ phase }) => phase !== 'interrupted',
    );

    expect(after?.get('ns1/a')).toBe(before?.get('ns1/a'));
    expect(after?.get('ns1/b')).not.toBe(before?.get('ns1/b'));
  });

  it('does not mind odd names, and tells namespaces apart', () => {
    const [, snapshot] = snapshotsOf([
      's',
      'L ns1/a@u1/7 ns2/a@u2/8 constructor@u3/9 __proto__@u4/1 /node@u5/2',
      'c 10',
    ]);

    expect([...(snapshot?.keys() ?? [])]).toEqual([
      'ns1/a',
      'ns2/a',
      'ns1/constructor',
      'ns1/__proto__',
      'node',
    ]);
    expect(snapshot?.has('ns1/toString')).toBe(false);
    expect(snapshot?.get('ns1/toString')).toBeUndefined();
  });

  it('reads by key, and in the order of the list', () => {
    const [, snapshot] = snapshotsOf(SET);

    expect(snapshot?.size).toBe(2);
    expect(snapshot?.has('ns1/a')).toBe(true);
    expect(snapshot?.get('ns1/b')).toEqual(thing('b@u2/9'));
    expect([...(snapshot?.keys() ?? [])]).toEqual(['ns1/a', 'ns1/b']);
    expect([...(snapshot?.values() ?? [])]).toEqual([thing('a@u1/7'), thing('b@u2/9')]);
    expect([...(snapshot ?? [])]).toEqual([...(snapshot?.values() ?? [])]);
    expect([...(snapshot?.entries() ?? [])]).toEqual([
      ['ns1/a', thing('a@u1/7')],
      ['ns1/b', thing('b@u2/9')],
    ]);
  });

  it('still shows a held snapshot while the stream moves on, and during an iteration', () => {
    const source = new Subject<SyncEvent<Thing>>();
    const held: { readonly snapshot: CacheSnapshot<Thing>; readonly shown: string }[] = [];
    source.pipe(cacheReduce()).subscribe((snapshot) => {
      held.push({ snapshot, shown: tellSnapshot(snapshot) });
    });
    for (const short of SET) source.next(event(short));
    const iteration = held.at(-1)?.snapshot.keys();
    const seen = [iteration?.next().value];
    for (const short of ['-b@u2/11', '+c@u3/12', '+a@u1/13', 's', 'L c@u3/12', 'c 14']) {
      source.next(event(short));
    }
    seen.push(...(iteration ?? []));

    expect(seen).toEqual(['ns1/a', 'ns1/b']);
    const content = (text: string): string[] => text.split(' ').sort();
    for (const { snapshot, shown } of held) {
      expect(content(tellSnapshot(snapshot))).toEqual(content(shown));
    }
  });

  it('lists the net changes since any earlier snapshot', () => {
    const all = snapshotsOf([
      ...SET,
      '+c@u3/11',
      '+a@u1/12',
      '-c@u3/13',
      '-b@u2/14',
      '+b@u8/15',
      'i',
    ]);
    const last = all.at(-1);
    const since = (earlier: CacheSnapshot<Thing> | undefined): string[] | undefined =>
      last?.changesSince(earlier).map(tellChange).sort();

    expect(since(undefined)).toEqual(['+a/12', '+b/15']);
    expect(since(all[0])).toEqual(['+a/12', '+b/15']);
    expect(since(all[1])).toEqual(['+b/15', '-b/9?', '~a/12<7']);
    expect(since(all[2])).toEqual(['+b/15', '-b/9?', '-c/13', '~a/12<7']);
    expect(since(all.at(-2))).toEqual([]);
    expect(since(last)).toEqual([]);
  });

  it('says what changed since a snapshot of another subscription, and not what is the same', () => {
    const before = snapshotsOf(SET).at(-1);
    const after = snapshotsOf(['s', 'L a@u1/7 b@u2/51 c@u3/52', 'c 60']).at(-1);

    expect(after?.changesSince(before).map(tellChange)).toEqual(['~b/51<9', '+c/52']);
  });

  it('says so where the last state is not known, in the changes since, too', () => {
    const all = snapshotsOf([...SET, 's', 'L b@u2/9', 'c 50', '-b@u2/51']);

    expect(all.at(-1)?.changesSince(all[1]).map(tellChange)).toEqual(['-a/7?', '-b/51']);
  });

  it('follows any story as a plain copy does', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const uid = fc.constantFrom('u1', 'u2');
    const at = fc.integer({ min: 1, max: 3 }).map(String);
    const object = fc.tuple(name, uid, at).map(([one, two, three]) => `${one}@${two}/${three}`);
    const story = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: object.map((one) => [`+${one}`]) },
        { weight: 2, arbitrary: object.map((one) => [`-${one}`]) },
        { weight: 1, arbitrary: fc.constantFrom(['w'], ['i'], ['B 20']) },
        {
          weight: 1,
          arbitrary: fc
            .uniqueArray(object, { maxLength: 3, selector: (one) => one[0] })
            .map((objects) => ['s', `L ${objects.join(' ')}`.trim(), 'c 50']),
        },
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(story, (steps) => {
        const model = new Map<string, Thing>();
        const replayed = new Map<string, Thing>();
        const source = new Subject<SyncEvent<Thing>>();
        let shown: CacheSnapshot<Thing> | undefined;
        source.pipe(cacheReduce()).subscribe((snapshot) => {
          for (const change of snapshot.changes) replay(replayed, change);
          const since = new Map(shown?.entries() ?? []);
          for (const change of snapshot.changesSince(shown)) replay(since, change);

          expect(sorted(since)).toEqual(sorted(new Map(snapshot.entries())));

          shown = snapshot;
        });
        for (const short of ['s', 'c 10', ...steps.flat()]) {
          const one = event(short);
          source.next(one);
          follow(model, one);
        }

        expect(sorted(new Map(shown?.entries() ?? []))).toEqual(sorted(model));
        expect(sorted(replayed)).toEqual(sorted(model));
      }),
    );
  });

  describe('with a transform', () => {
    it('keeps what it makes, and knows the object by its facts all the same', () => {
      const made: string[] = [];
      const shown: unknown[] = [];
      from(
        [...SET, 's', 'L a@u1/7 b@u2/51', 'c 52', '+a@u9/53', '-b@u2/54'].map((short) =>
          event(short),
        ),
      )
        .pipe(
          cacheReduce({
            transform: (object: Thing) => {
              made.push(`${object.metadata.name}/${String(object.metadata.resourceVersion)}`);

              return { is: object.metadata.name };
            },
          }),
        )
        .subscribe(({ changes }) => shown.push(changes.map(({ _tag, key }) => `${_tag} ${key}`)));

      expect(shown).toEqual([
        [],
        ['Added ns1/a', 'Added ns1/b'],
        [],
        ['Updated ns1/b'],
        ['Deleted ns1/a', 'Added ns1/a'],
        ['Deleted ns1/b'],
      ]);
      expect(made).toEqual(['a/7', 'b/9', 'b/51', 'a/53', 'b/54']);
    });

    it('reads key and version before it, since it may change the object in its place', () => {
      const inPlace = (object: Thing): Thing =>
        Object.assign(object, { metadata: { name: 'stripped' } });
      const shown = snapshotsOf([...SET, '~a@u1/11', '-b@u2/12'], { transform: inPlace });

      expect(shown.map(({ resourceVersion }) => resourceVersion)).toEqual([
        undefined,
        '10',
        '11',
        '12',
      ]);
      expect(
        shown.flatMap(({ changes }) => changes.map(({ _tag, key }) => `${_tag} ${key}`)),
      ).toEqual(['Added ns1/a', 'Added ns1/b', 'Updated ns1/a', 'Deleted ns1/b']);
    });
  });

  it('uses the key function of its options', () => {
    const key = (object: KubeObject): string => String(object.metadata.uid);

    expect([...(snapshotsOf(SET, { key }).at(-1)?.keys() ?? [])]).toEqual(['u1', 'u2']);
  });

  it.each(['key', 'transform'])('errors with an exception of %s as it is', (callback) => {
    marbles((m: Context) => {
      const throwing = (object: Thing): string => {
        if (object.metadata.name === 'b') throw new TypeError('user');

        return 'x';
      };
      const drawn: Record<string, SyncEvent<Thing>> = { a: event('+a@u1/7'), b: event('+b@u2/8') };
      // prettier-ignore
      {
        const source   = m.cold('-a-b-a', drawn);
        const sub      =        '^--!';
        const expected =        '-x-#';
        m.expect(source.pipe(cacheReduce({ [callback]: throwing }), map(() => 'x'))).toBeObservable(
          expected,
          { x: 'x' },
          new TypeError('user'),
        );
        m.expect(source).toHaveSubscriptions(sub);
      }
    })();
  });

  it(
    'closes its source when it is unsubscribed, and shares nothing',
    marbles((m) => {
      const drawn: Record<string, SyncEvent<Thing>> = { c: event('c 10'), a: event('+a@u1/7') };
      const shown = { e: 'live 10', f: 'live 7 a/7 (+a/7)' };
      // prettier-ignore
      {
        const source   = m.cold('c-a-', drawn);
        const unsub1   =        '^--!    ';
        const unsub2   =        '----^-! ';
        const reducing = source.pipe(cacheReduce(), map(tellSnapshot));
        m.expect(reducing, unsub1).toBeObservable('e-f     ', shown);
        m.expect(reducing, unsub2).toBeObservable('----e-  ', shown);
        m.expect(source).toHaveSubscriptions([unsub1, unsub2]);
      }
    }),
  );

  describe('progress', () => {
    const part = (remaining: number | undefined, ...shorts: string[]): SyncEvent<Thing> => ({
      _tag: 'Listed',
      objects: shorts.map((short) => thing(short)),
      ...(remaining !== undefined && { remaining }),
    });
    const listing: readonly SyncEvent<Thing>[] = [
      { _tag: 'ListStarted' },
      part(2, 'a@u1/1', 'b@u2/2'),
      part(undefined, 'b@u2/2', 'c@u3/3'),
      { _tag: 'Interrupted', error: reset(), retryInMs: 1 },
      { _tag: 'ListStarted' },
      part(0, 'a@u1/1'),
      { _tag: 'ListCompleted', resourceVersion: version(10) },
    ];
    const seenWith = (options: CacheReduceOptions<Thing>): unknown[] => {
      const seen: unknown[] = [];
      from([...listing, ...listing])
        .pipe(cacheReduce(options))
        .subscribe(({ phase, progress, size, changes }) => {
          seen.push([phase, progress?.listed, progress?.remaining, size, changes.length]);
        });

      return seen;
    };

    it('says how far a list has come, also while a set is shown, and leaves the set as it is', () => {
      expect(seenWith({ progress: true })).toEqual([
        ['listing', 0, undefined, 0, 0],
        ['listing', 2, 2, 0, 0],
        ['listing', 3, undefined, 0, 0],
        ['listing', 3, undefined, 0, 0],
        ['listing', 1, 0, 0, 0],
        ['live', undefined, undefined, 1, 1],
        ['interrupted', 0, undefined, 1, 0],
        ['interrupted', 2, 2, 1, 0],
        ['interrupted', 3, undefined, 1, 0],
        ['interrupted', 3, undefined, 1, 0],
        ['interrupted', 1, 0, 1, 0],
        ['live', undefined, undefined, 1, 0],
      ]);
    });

    it('emits no snapshot for a part of a list without the option', () => {
      expect(seenWith({}).map((line) => (line as unknown[]).slice(0, 2))).toEqual([
        ['listing', 0],
        ['listing', 3],
        ['live', undefined],
        ['interrupted', 0],
        ['interrupted', 3],
        ['live', undefined],
      ]);
    });
  });

  it('shows a large relist, whatever of it is new, and the way to it from any snapshot', () => {
    const COUNT = 3_000;
    const at = (revision: number, from: number): SyncEvent<Thing>[] => [
      { _tag: 'ListStarted' },
      {
        _tag: 'Listed',
        objects: Array.from({ length: COUNT }, (_, n) =>
          thing(`a${String(from + n)}@u${String(from + n)}/${String(revision)}`),
        ),
      },
      { _tag: 'ListCompleted', resourceVersion: version(revision) },
    ];
    const seen: CacheSnapshot<Thing>[] = [];
    from([...at(1, 0), ...at(1, 0), ...at(2, 0), ...at(2, 2_000), ...at(2, 2_010)])
      .pipe(cacheReduce())
      .subscribe((snapshot) => {
        if (snapshot.phase === 'live') seen.push(snapshot);
      });
    const kinds = (snapshot: CacheSnapshot<Thing> | undefined): string =>
      ['Added', 'Updated', 'Deleted']
        .map((tag) => snapshot?.changes.filter(({ _tag }) => _tag === tag).length)
        .join(' ');

    expect(seen.map(kinds)).toEqual(['3000 0 0', '0 0 0', '0 3000 0', '2000 0 2000', '10 0 10']);
    expect(seen[3]?.changes[0]).toMatchObject({ _tag: 'Deleted', finalStateUnknown: true });
    expect(seen[0]?.get('ns1/a7')?.metadata.resourceVersion).toBe('1');
    expect(seen[2]?.get('ns1/a7')?.metadata.resourceVersion).toBe('2');
    expect(seen[3]?.has('ns1/a7')).toBe(false);
    expect(seen.map(({ size }) => size)).toEqual([COUNT, COUNT, COUNT, COUNT, COUNT]);
    expect(seen[4]?.changesSince(seen[0])).toHaveLength(2_010 + 990 + 2_010);
  });

  it('computes the changes of a large first list late, unchanged and in order', () => {
    const names = Array.from({ length: 1_500 }, (_, at) => `a${String(at)}`);
    const all = snapshotsOf([
      's',
      `L ${names.map((name) => `${name}@u${name}/7`).join(' ')}`,
      'c 10',
      '-a0@ua0/11',
      '+a0@ua0/12',
      '+a1@ua1/13',
    ]);
    const [listed] = all.filter(({ resourceVersion }) => resourceVersion === '10');

    expect(listed?.changes).toEqual(
      names.map((name) => ({
        _tag: 'Added',
        key: `ns1/${name}`,
        object: thing(`${name}@u${name}/7`),
      })),
    );
    expect(listed?.changes).toBe(listed?.changes);
    expect(all.at(-1)?.changes).toMatchObject([{ _tag: 'Updated', key: 'ns1/a1' }]);
    expect(all.at(-1)?.changesSince(listed)).toHaveLength(2);
  });
});

function replay(model: Map<string, Thing>, change: Change<Thing>): void {
  if (change._tag === 'Deleted') model.delete(change.key);
  else model.set(change.key, change.object);
}

function follow(model: Map<string, Thing>, one: SyncEvent<Thing>): void {
  if (one._tag === 'ListStarted') model.clear();
  else if (one._tag === 'Listed') {
    for (const object of one.objects) model.set(`ns1/${object.metadata.name}`, object);
  } else if (one._tag === 'Applied') model.set(`ns1/${one.object.metadata.name}`, one.object);
  else if (one._tag === 'Deleted') {
    const key = `ns1/${one.object.metadata.name}`;
    if (model.get(key)?.metadata.uid === one.object.metadata.uid) model.delete(key);
  }
}

function sorted(model: ReadonlyMap<string, Thing>): unknown[] {
  return [...model].sort(([one], [other]) => (one < other ? -1 : 1));
}
