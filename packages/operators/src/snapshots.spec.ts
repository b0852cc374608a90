import { type DecodeError } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { NEVER, concat, of, take, throwError, timer, ignoreElements, map } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';

import {
  type Thing,
  bytes,
  frames,
  lines,
  list,
  reply,
  reset,
  response,
  scripted,
  status,
  steady,
  stream,
  tellSnapshot,
  thing,
  things,
  told,
} from '../../../test/laws/kube.js';
import { diagramOf, untilEndOf } from '../../../test/support/diagram.js';
import { marbles } from '../../../test/support/marbles.js';
import { snapshots } from './snapshots.js';

describe('snapshots', () => {
  it(
    'emits a snapshot for each change, and for each phase',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './snapshots.ts', [
        'list',
        'watch',
        'next',
        'result',
      ]);
      const letters = { a: frames('+b@u2/11'), b: frames('-a@u1/12') };
      const page = response(of(bytes(JSON.stringify(list('10', ['a@u1/7'])))));
      const script = scripted(
        m.cold(rows.list, { l: page }),
        stream(m.cold(rows.watch, letters, reset())),
        stream(m.cold(rows.next, letters)),
      );
      m.expect(
        snapshots<Thing>(script.transport, things, { backOff: () => 5 }).pipe(map(tellSnapshot)),
        untilEndOf(rows.result),
      ).toBeObservable(rows.result, {
        e: 'listing -',
        f: 'live 10 a/7 (+a/7)',
        g: 'live 11 a/7 b/11 (+b/11)',
        h: 'interrupted 11 a/7 b/11 ! TransportError body',
        k: 'live 11 a/7 b/11',
        m: 'live 12 b/11 (-a/12)',
      });
    }),
  );

  it(
    'is a live copy of a collection',
    marbles((m) => {
      const cut = concat(
        of(frames('+b@u2/11')),
        timer(50).pipe(ignoreElements()),
        throwError(() => reset()),
      );
      const script = scripted(
        reply(list('10', ['a@u1/7']), { after: 5 }),
        stream(cut),
        stream(concat(of(frames('-a@u1/12')), NEVER)),
      );

      expect(
        told(
          m,
          snapshots<Thing>(script.transport, things, { backOff: steady }),
          tellSnapshot,
          1_000,
        ),
      ).toEqual([
        '0 listing -',
        '5 live 10 a/7 (+a/7)',
        '5 live 11 a/7 b/11 (+b/11)',
        '55 interrupted 11 a/7 b/11 ! TransportError body',
        '155 live 11 a/7 b/11',
        '155 live 12 b/11 (-a/12)',
      ]);
    }),
  );

  it(
    'keeps the result of the transform',
    marbles((m) => {
      const script = scripted(reply(list('10', ['a@u1/7', 'ns2/b@u2/8'])), NEVER);
      const kept = snapshots(script.transport, things, {
        namespace: 'ns1',
        key: ({ metadata }) => metadata.name,
        transform: ({ metadata }) => metadata.uid,
      }).pipe(map((snapshot) => JSON.stringify([...snapshot.entries()])));

      expect(told(m, kept, String, 10)).toEqual(['0 []', '0 [["a","u1"],["b","u2"]]']);
    }),
  );

  it(
    'reads a deferred object when a snapshot is asked for it',
    marbles((m) => {
      const parse = vi.spyOn(JSON, 'parse');
      const script = scripted(
        reply(list('10', ['a@u1/7'])),
        stream(concat(of(frames('~a@u1/11'), frames('~a@u1/12'), frames('-a@u1/13')), NEVER)),
      );
      const seen: CacheSnapshot<Thing>[] = [];
      snapshots<Thing>(script.transport, things, { decoding: 'deferred' })
        .pipe(take(5))
        .subscribe((snapshot) => seen.push(snapshot));
      m.scheduler.schedule(() => {
        const before = parse.mock.calls.length;
        const [, , second, third, last] = seen;
        expect(third?.get('ns1/a')?.metadata.resourceVersion).toBe('12');
        expect(third?.get('ns1/a')).toBe([...(third ?? [])][0]);
        expect(parse.mock.calls.length - before).toBe(1);
        expect(third?.changes).toMatchObject([
          { _tag: 'Updated', object: thing('a@u1/12'), previous: thing('a@u1/11') },
        ]);
        expect(second?.get('ns1/a')).toEqual(thing('a@u1/11'));
        expect(last?.changes).toMatchObject([{ _tag: 'Deleted', object: thing('a@u1/13') }]);
        parse.mockRestore();
      }, 100);
    }),
  );

  it(
    'relists once where a deferred object turns out to be none, and replaces it',
    marbles((m) => {
      const broken = bytes(
        '{"type":"MODIFIED","object":{"metadata":{"name":"a","namespace":"ns1","uid":"u1","resourceVersion":"11"},"spec":tru}}\n',
      );
      const script = scripted(
        reply(list('10', ['a@u1/7'])),
        stream(concat(of(broken), NEVER)),
        reply(list('11', ['a@u1/11'])),
        NEVER,
      );
      const seen: CacheSnapshot<Thing>[] = [];
      const subscription = snapshots<Thing>(script.transport, things, {
        decoding: 'deferred',
        backOff: steady,
      }).subscribe((snapshot) => seen.push(snapshot));
      const read = (at: number): unknown => {
        try {
          return seen[at]?.get('ns1/a');
        } catch (error) {
          return error;
        }
      };
      m.scheduler.schedule(() => {
        const error = read(2);
        expect(error).toMatchObject({ _tag: 'DecodeError', problem: 'json' });
        expect(() => [...(seen[2] ?? [])]).toThrow('json');
        expect(read(2)).toBe(error);
      }, 100);
      m.scheduler.schedule(() => {
        expect(seen.at(-1)?.phase).toBe('live');
        expect(read(seen.length - 1)).toEqual(thing('a@u1/11'));
        expect(read(2)).toMatchObject({ _tag: 'DecodeError' });
        expect(script.requests.map((line) => line.replace(/^\d+ /u, ''))).toEqual([
          'LIST limit=500',
          'WATCH 10',
          'LIST limit=500 resourceVersion=11 resourceVersionMatch=NotOlderThan',
          'WATCH 11',
        ]);
        subscription.unsubscribe();
      }, 5_000);
    }),
  );

  it(
    'parses no object of a deferred list before it is read, and never one that a relist brings unchanged',
    marbles((m) => {
      const parse = vi.spyOn(JSON, 'parse');
      const gone = lines({ type: 'ERROR', object: status(410, 'Expired') });
      const script = scripted(
        reply(list('10', ['a@u1/7', 'b@u2/8'])),
        stream(of(gone)),
        reply(list('20', ['a@u1/7', 'b@u2/9'])),
        NEVER,
      );
      const seen: CacheSnapshot<Thing>[] = [];
      const options = { decoding: 'deferred', backOff: steady } as const;
      snapshots<Thing>(script.transport, things, options)
        .pipe(take(5))
        .subscribe((snapshot) => seen.push(snapshot));
      m.scheduler.schedule(() => {
        const parsed = parse.mock.calls.map(([text]) => text);
        expect(parsed.filter((text) => text.includes('"name"'))).toEqual([]);
        const before = seen.find(({ resourceVersion }) => resourceVersion === '10');
        const after = seen.at(-1);
        expect(after?.resourceVersion).toBe('20');
        expect(after?.changes).toMatchObject([
          { _tag: 'Updated', object: thing('b@u2/9'), previous: thing('b@u2/8') },
        ]);
        expect(after?.get('ns1/a')).toEqual(thing('a@u1/7'));
        expect(after?.get('ns1/a')).toBe(before?.get('ns1/a'));
        parse.mockRestore();
      }, 5_000);
    }),
  );

  it(
    'relists once where an object of a deferred list turns out to be none',
    marbles((m) => {
      const item = JSON.stringify({ metadata: thing('a@u1/7').metadata });
      const whole = JSON.stringify(list('10', ['a@u1/7']));
      const broken: DecodeError[] = [];
      const script = scripted(
        reply(whole.replace(item, `${item.slice(0, -1)},"data":tru}`)),
        NEVER,
        reply(whole),
        NEVER,
      );
      const seen: CacheSnapshot<Thing>[] = [];
      const subscription = snapshots<Thing>(script.transport, things, {
        decoding: 'deferred',
        backOff: steady,
        onBroken: (error) => broken.push(error),
      }).subscribe((snapshot) => seen.push(snapshot));
      m.scheduler.schedule(() => {
        expect(() => seen.at(-1)?.get('ns1/a')).toThrow('json');
      }, 100);
      m.scheduler.schedule(() => {
        expect(broken).toHaveLength(1);
        expect(seen.at(-1)?.get('ns1/a')).toEqual(thing('a@u1/7'));
        expect(script.requests).toHaveLength(4);
        subscription.unsubscribe();
      }, 5_000);
    }),
  );

  it(
    'lets a key and a transform see each object of a deferred list',
    marbles((m) => {
      const script = scripted(reply(list('10', ['a@u1/7', 'ns2/b@u2/8'])), NEVER);
      const kept = snapshots(script.transport, things, {
        decoding: 'deferred',
        namespace: 'ns1',
        key: ({ metadata }) => metadata.name,
        transform: ({ metadata }) => metadata.uid,
      }).pipe(map((snapshot) => JSON.stringify([...snapshot.entries()])));
      const named = snapshots(scripted(reply(list('10', ['a@u1/7'])), NEVER).transport, things, {
        decoding: 'deferred',
        key: ({ kind = '', metadata }) => `${kind} ${metadata.name}`,
      }).pipe(map((snapshot) => [...snapshot.keys()].join(' ')));

      expect(told(m, kept, String, 10)).toEqual(['0 []', '0 [["a","u1"],["b","u2"]]']);
      expect(told(m, named, String, 10).at(-1)).toMatch(/Thing a$/u);
    }),
  );
});
