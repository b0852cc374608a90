import { type KubeObject } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import * as t from 'io-ts';
import { NEVER, type Observable, concat, from, map, timer, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Thing, bytes, thing, things, version } from '../../../../test/laws/kube.js';
import { linesFormat } from '../../../../test/support/lines-format.js';
import { marbles } from '../../../../test/support/marbles.js';
import { listPages } from '../listing/list-pages.js';
import { type SnapshotsOptions, snapshots } from '../snapshots.js';
import { type ApiResponse, type Transport } from '../transport.js';
import { openWatch } from '../watching/open-watch.js';

const LINES = 'application/vnd.lines';
const format = linesFormat();

function answer(status: number, type: string, ...body: readonly string[]): ApiResponse {
  return { status, headers: new Map([['content-type', type]]), body: from(body.map(bytes)) };
}

function list(at: string, ...items: readonly KubeObject[]): ApiResponse {
  const head = JSON.stringify({ metadata: { resourceVersion: at }, items: [] });

  return answer(200, LINES, ...[head, ...items.map((item) => JSON.stringify(item))].map(ended));
}

function watch(...lines: readonly string[]): ApiResponse {
  const { status, headers, body } = answer(200, `${LINES};stream=watch`, ...lines.map(ended));

  return { status, headers, body: concat(body, NEVER) };
}

function ended(line: string): string {
  return `${line}\n`;
}

function line(type: string, object: unknown): string {
  return `${type} ${JSON.stringify(object)}`;
}

/** Gives these responses, one after the other, and no more. */
function scripted(...responses: readonly ApiResponse[]): Transport {
  const left = [...responses];

  return () => {
    const response = left.shift();

    return response === undefined ? NEVER : concat(timer(1).pipe(map(() => response)), NEVER);
  };
}

/** The snapshots of two seconds. */
function seen(
  transport: Transport,
  options: SnapshotsOptions<Thing>,
): readonly CacheSnapshot<Thing>[] {
  const all: CacheSnapshot<Thing>[] = [];
  marbles((m) => {
    const subscription = snapshots(transport, { resource: things }, options).subscribe((snapshot) =>
      all.push(snapshot),
    );
    m.scheduler.schedule(() => {
      subscription.unsubscribe();
    }, 2_000);
    m.flush();
  })();

  return all;
}

function last(all: readonly CacheSnapshot<Thing>[]): readonly Thing[] {
  return [...(all.at(-1)?.values() ?? [])];
}

function errors(all: readonly CacheSnapshot<Thing>[]): readonly unknown[] {
  return all.flatMap(({ error }) => (error === undefined ? [] : [error]));
}

describe.each(['eager', 'deferred'] as const)('another format than JSON, %s', (decoding) => {
  it('is read as JSON would be', () => {
    const transport = scripted(
      list('10', thing('a@u1/5'), thing('b@u2/6')),
      watch(
        line('MODIFIED', thing('a@u1/11')),
        line('FROB', thing('c@u3/12')),
        line('DELETED', thing('b@u2/13')),
        line('BOOKMARK', { metadata: { resourceVersion: '20' } }),
      ),
    );
    const all = seen(transport, { format, decoding });

    expect(last(all)).toEqual([thing('a@u1/11')]);
    expect(all.at(-1)?.resourceVersion).toBe('13');
    expect(errors(all)).toEqual([]);
  });

  it('recognises a refusal, an ERROR frame and a body that is not a list', () => {
    const transport = scripted(
      answer(403, LINES, '{"code":403,"reason":"Forbidden"}'),
      answer(503, LINES, 'no Status'),
      answer(200, LINES),
      answer(200, LINES, ended('{"kind":"Status","status":"Failure","code":504}')),
      answer(200, LINES, ended('{"kind":"Thing"}')),
      answer(200, LINES, ended('{"metadata":{},"items":[]}')),
      list('10'),
      watch(line('ERROR', { code: 410, reason: 'Expired' })),
    );

    expect(errors(seen(transport, { format, decoding, backOff: () => 1 }))).toMatchObject([
      { _tag: 'StatusError', code: 403, reason: 'Forbidden' },
      { _tag: 'StatusError', code: 503, reason: '' },
      { _tag: 'ProtocolError', rule: 'notAList', problem: expect.stringContaining('empty body') },
      { _tag: 'StatusError', code: 504 },
      { _tag: 'ProtocolError', rule: 'notAList' },
      { _tag: 'ProtocolError', rule: 'listWithoutVersion' },
      { _tag: 'StatusError', code: 410 },
    ]);
  });

  it('is rejected if it was not requested', () => {
    expect(errors(seen(scripted(list('10')), { decoding }))).toMatchObject([
      { _tag: 'ProtocolError', rule: 'contentType' },
    ]);
  });

  it('is judged by the codec', () => {
    const codec = t.type({ data: t.number }) as unknown as t.Decoder<unknown, Thing>;
    const transport = scripted(
      list('10', thing('a@u1/5', 1), thing('b@u2/6', 'two')),
      watch(line('ADDED', thing('c@u3/11', 'three')), line('ADDED', thing('d@u4/12', 4))),
    );
    const refused: string[] = [];
    const all: CacheSnapshot<Thing>[] = [];
    marbles((m) => {
      const collection = { resource: { ...things, codec } };
      const subscription = snapshots(transport, collection, {
        format,
        decoding,
        onInvalid: (error) => {
          refused.push(`${error.path} ${String(error.key)}`);

          return 'skip';
        },
      }).subscribe((snapshot) => all.push(snapshot));
      m.scheduler.schedule(() => {
        subscription.unsubscribe();
      }, 2_000);
      m.flush();
    })();

    expect(last(all).map(({ metadata }) => metadata.name)).toEqual(['a', 'd']);
    expect(refused).toEqual(['items.1.data ns1/b', 'object.data ns1/c']);
  });

  it('may refuse an object, which is skipped where it may be, but not a deletion', () => {
    const choosy = linesFormat((parsed) => {
      if ((parsed as Thing).data === 'bad') throw new Error('bad');

      return parsed;
    });
    const transport = scripted(
      list('10', thing('a@u1/5', 'bad'), thing('b@u2/6')),
      watch(line('ADDED', thing('c@u3/11', 'bad')), line('DELETED', thing('b@u2/12', 'bad'))),
      list('20', thing('d@u4/15')),
    );
    const all = seen(transport, { format: choosy, decoding, onInvalid: () => 'skip' });

    expect(
      all.map(({ size, resourceVersion: at }) => `${String(size)} at ${String(at)}`),
    ).toContain('1 at 11');
    expect(errors(all)[0]).toMatchObject({ problem: 'object', cause: new Error('bad') });
    expect(last(all)).toEqual([thing('d@u4/15')]);
  });

  it('keeps to its limits', () => {
    const transport = scripted(list('10', thing('a@u1/5', 'x'.repeat(200))));

    expect(errors(seen(transport, { format, decoding, maxDocumentBytes: 100 }))).toMatchObject([
      { problem: 'size' },
    ]);
  });
});

describe('another format than JSON', () => {
  it('fails with the first rejected object without onInvalid', () => {
    let reads = 0;
    const choosy = linesFormat((parsed) => {
      if (reads++ < 2) throw new Error(String(reads));

      return parsed;
    });
    const transport = scripted(list('10', thing('a@u1/5'), thing('b@u2/6')), list('20'), watch());

    expect(errors(seen(transport, { format: choosy, backOff: () => 1 }))).toMatchObject([
      { problem: 'object', cause: new Error('1') },
    ]);
  });

  it('leaves objects raw until you read them, and reads them once', () => {
    const read: unknown[] = [];
    const counting = linesFormat((parsed) => {
      read.push((parsed as Thing).metadata.resourceVersion);

      return parsed;
    });
    const transport = scripted(
      list('10', thing('a@u1/5'), thing('b@u2/6')),
      watch(line('MODIFIED', thing('a@u1/11')), line('MODIFIED', thing('a@u1/12'))),
    );
    const all = seen(transport, { format: counting, decoding: 'deferred' });

    expect(read).toEqual([]);
    expect(last(all)).toEqual([thing('b@u2/6'), thing('a@u1/12')].sort(byName));
    expect(last(all)).toHaveLength(2);
    expect([...read].sort()).toEqual(['12', '6']);
  });

  it.each([{ maxDocumentBytes: 0 }, { omit: ['labels'] }, { format: 'lines' }, { decoding: 'x' }])(
    'refuses %o as an argument',
    (wrong) => {
      const problems: unknown[] = [];
      snapshots(scripted(list('10')), things, { format, ...wrong } as never).subscribe({
        error: (error: unknown) => problems.push(error),
      });

      expect(problems).toMatchObject([{ rule: 'invalidArgument' }]);
    },
  );

  it('gives a decoder of a pipe by hand the content type', () => {
    const types: (string | undefined)[] = [];
    const decode = (body: Observable<Uint8Array>, type?: string): Observable<Uint8Array> => {
      types.push(type);

      return body;
    };
    marbles((m) => {
      const subscription = openWatch(
        scripted(watch('x')),
        { resource: things },
        version(10),
        decode,
        { format },
      ).subscribe();
      m.scheduler.schedule(() => {
        subscription.unsubscribe();
      }, 100);
      m.flush();
    })();

    expect(types).toEqual([`${LINES};stream=watch`]);
  });

  it('is taken by a list of its own', () => {
    const events: unknown[] = [];
    marbles((m) => {
      listPages(scripted(list('10', thing('a@u1/5'))), { resource: things }, { format })
        .pipe(toArray())
        .subscribe((all) => events.push(...all));
      m.flush();
    })();

    expect(events).toMatchObject([
      { _tag: 'ListStarted' },
      { _tag: 'Listed', objects: [thing('a@u1/5')] },
      { _tag: 'ListCompleted', resourceVersion: '10' },
    ]);
  });
});

function byName(one: Thing, other: Thing): number {
  return one.metadata.name < other.metadata.name ? -1 : 1;
}
