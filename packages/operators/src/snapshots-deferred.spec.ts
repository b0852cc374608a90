import { type CacheSnapshot } from '@rxkube/snapshots';
import { NEVER, type Observable, concat, of, takeUntil, timer } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';

import {
  type Thing,
  bytes,
  frames,
  list,
  reply,
  scripted,
  status,
  steady,
  stream,
  thing,
  things,
} from '../../../test/laws/kube.js';
import { marbles } from '../../../test/support/marbles.js';
import { type SnapshotsOptions, snapshots } from './snapshots.js';
import { type ApiResponse } from './transport.js';

const deferred: SnapshotsOptions<Thing> = { decoding: 'deferred', backOff: steady };

function sends(...chunks: readonly Uint8Array[]): Observable<ApiResponse> {
  return stream(concat(of(...chunks), NEVER));
}

/** An object whose head can be read and whose rest is not JSON. */
function broken(name: string, version: string): Uint8Array {
  return bytes(
    `{"type":"MODIFIED","object":{"metadata":{"name":"${name}","namespace":"ns1","uid":"u-${name}","resourceVersion":"${version}"},"spec":tru}}\n`,
  );
}

function follow(script: ReturnType<typeof scripted>, options = deferred): CacheSnapshot<Thing>[] {
  const seen: CacheSnapshot<Thing>[] = [];
  snapshots<Thing>(script.transport, things, options)
    .pipe(takeUntil(timer(20_000)))
    .subscribe((snapshot) => seen.push(snapshot));

  return seen;
}

function kinds({ requests }: ReturnType<typeof scripted>): string[] {
  return requests.map((line) => line.replace(/^\d+ /u, '').replace(/ .*/u, ''));
}

describe('snapshots of deferred objects', () => {
  it(
    'leave unread what a streaming list brings, before its mark and behind it',
    marbles((m) => {
      const parse = vi.spyOn(JSON, 'parse');
      const script = scripted(
        sends(
          frames('+a@u1/7', 'BMend/10'),
          frames('~a@u1/11'),
          frames('~a@u1/12'),
          frames('-a@u1/13'),
        ),
      );
      const seen = follow(script, { ...deferred, strategy: 'stream' });
      m.scheduler.schedule(() => {
        // The mark.
        expect(parse).toHaveBeenCalledTimes(1);
        expect(seen.at(-2)?.get('ns1/a')).toEqual(thing('a@u1/12'));
        expect(seen.at(-1)?.changes).toMatchObject([{ _tag: 'Deleted', object: thing('a@u1/13') }]);
        expect(parse).toHaveBeenCalledTimes(3);
        parse.mockRestore();
      }, 100);
    }),
  );

  it(
    'leave unread what a second streaming list brings unchanged',
    marbles((m) => {
      const parse = vi.spyOn(JSON, 'parse');
      const gone = bytes(`${JSON.stringify({ type: 'ERROR', object: status(410, 'Expired') })}\n`);
      const script = scripted(
        sends(frames('+a@u1/7', '+b@u2/8', 'BMend/10'), gone),
        sends(frames('+a@u1/7', '+b@u2/9', 'BMend/20')),
      );
      const seen = follow(script, { ...deferred, strategy: 'stream' });
      m.scheduler.schedule(() => {
        const parsed = parse.mock.calls.map(([text]) => text);
        expect(parsed.filter((text) => text.includes('"name"'))).toEqual([]);
        const before = seen.find(({ resourceVersion }) => resourceVersion === '10');
        const after = seen.at(-1);
        expect(after?.resourceVersion).toBe('20');
        expect(after?.changes).toMatchObject([{ _tag: 'Updated', object: thing('b@u2/9') }]);
        expect(after?.get('ns1/a')).toEqual(thing('a@u1/7'));
        expect(after?.get('ns1/a')).toBe(before?.get('ns1/a'));
        parse.mockRestore();
      }, 5_000);
    }),
  );

  it(
    'parse a second streaming list as it comes where a server breaks its lines',
    marbles((m) => {
      const head =
        '{"type":"ADDED","object":{"metadata":{"name":"a","namespace":"ns1","uid":"u1","resourceVersion":"7"';
      const lines = (): Observable<ApiResponse> =>
        sends(bytes(`${head},"labels":{}}\n`), bytes(',"data":{"k":"v"}}}\n'), frames('BMend/10'));
      const script = scripted(lines(), lines());
      const seen = follow(script, { ...deferred, strategy: 'stream' });
      m.scheduler.schedule(() => {
        expect(script.requests).toHaveLength(2);
        expect(seen.at(-1)).toMatchObject({ phase: 'live', resourceVersion: '10' });
        expect(seen.at(-1)?.get('ns1/a')).toMatchObject({ data: { k: 'v' } });
      }, 10_000);
    }),
  );

  it(
    'give up on a server that breaks its lines where an object seems to end',
    marbles((m) => {
      const head =
        '{"type":"MODIFIED","object":{"metadata":{"name":"a","namespace":"ns1","uid":"u1","resourceVersion":"11"';
      const lines = (): Observable<ApiResponse> =>
        sends(bytes(`${head},"labels":{}}\n`), bytes(',"data":{"k":"v"}}}\n'));
      const listed = (): Observable<ApiResponse> => reply(list('10', ['a@u1/7']));
      const script = scripted(listed(), lines(), listed(), lines(), listed(), lines());
      const seen = follow(script);
      m.scheduler.schedule(() => {
        expect(kinds(script)).toEqual(['LIST', 'WATCH', 'LIST', 'WATCH', 'LIST', 'WATCH']);
        expect(seen.at(-1)).toMatchObject({ phase: 'live', resourceVersion: '11' });
        expect(seen.at(-1)?.get('ns1/a')).toMatchObject({
          metadata: { labels: {} },
          data: { k: 'v' },
        });
      }, 10_000);
    }),
  );

  it(
    'list once more where another one turns out to be broken during a list, and not at once',
    marbles((m) => {
      const script = scripted(
        reply(list('10', [])),
        sends(broken('a', '11'), broken('b', '12')),
        reply(list('12', ['a@u-a/11', 'b@u-b/12']), { after: 500 }),
        // The next list follows before a watch is opened.
        reply(list('12', ['a@u-a/11', 'b@u-b/12'])),
        NEVER,
      );
      const seen = follow(script);
      const read = (name: string) => () => seen[3]?.get(`ns1/${name}`);
      m.scheduler.schedule(() => {
        expect(read('a')).toThrow('json');
      }, 100);
      m.scheduler.schedule(() => {
        expect(kinds(script)).toEqual(['LIST', 'WATCH', 'LIST']);
        expect(read('b')).toThrow('json');
      }, 300);
      // Long after another list would have begun, and before this one ends.
      m.scheduler.schedule(() => {
        expect(kinds(script)).toEqual(['LIST', 'WATCH', 'LIST']);
      }, 600);
      m.scheduler.schedule(() => {
        expect(seen.at(-1)?.phase).toBe('live');
        expect([...(seen.at(-1) ?? [])]).toHaveLength(2);
        expect(kinds(script)).toEqual(['LIST', 'WATCH', 'LIST', 'LIST', 'WATCH']);
      }, 10_000);
    }),
  );
});
