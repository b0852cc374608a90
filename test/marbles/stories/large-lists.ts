import { type Interrupted } from '@rxkube/operators';
import { type ApiRequest, TransportError } from '@rxkube/protocol';
import {
  always,
  bytesOf,
  cut,
  listBody,
  listResponse,
  type ListFields,
  onList,
  onWatch,
  response,
  type Step,
} from '@rxkube/testing';
import { delay, of } from 'rxjs';
import { expect } from 'vitest';

import { replay } from '../replay.js';
import { type Story, story } from '../story.js';

const quiet = always(onWatch());

/** The body of a list in chunks of so many bytes. */
function body(size: number, version: string, objects: string, fields?: ListFields): Uint8Array[] {
  const text = JSON.stringify(listBody(version, objects, fields), null, size % 2);
  const bytes = bytesOf(text);

  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
}

/** The same with its fields in another order. */
function turned(version: string, objects: string): string {
  const { items, ...rest } = listBody(version, objects) as { readonly items: unknown };

  return JSON.stringify({ items, ...rest });
}

const half = (chunks: readonly Step[]): readonly Step[] => chunks.slice(0, chunks.length / 2);

const heldBack: Interrupted = {
  _tag: 'Interrupted',
  error: new TransportError({ phase: 'request', code: 'EQUEUED', problem: 'waits' }),
  retryInMs: 5_000,
};

/** Lists whose bodies arrive bit by bit: their objects are decoded meanwhile, and nothing is shown of a part. */
export const largeLists: readonly Story[] = [
  story('a body in any chunks is the list that it is in one', (pipe) => {
    for (const size of [1, 2, 7, 64]) {
      const seen = replay(pipe, {
        server: [onList(response({ body: body(size, '10', 'a@u1/7 b@u2/8') })), quiet],
        until: 500,
      });
      expect(seen.snapshots).toEqual(['0 listing', '0 live {a/7 b/8} +a@u1/7 +b@u2/8']);
    }
  }),
  story('items before the version of the list', {
    server: [onList(response({ body: [turned('10', 'a@u1/7 b@u2/8')] })), quiet],
    until: 500,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {a/7 b/8} +a@u1/7 +b@u2/8'],
  }),
  story('nothing is shown, and nothing asked, before the last byte', {
    server: [
      onList(response({ body: body(10, '10', 'a@u1/7 b@u2/8').flatMap((chunk) => [1, chunk]) })),
      quiet,
    ],
    until: 500,
    requests: ['0 LIST limit=500', expect.stringMatching(/^[1-9]\d WATCH\(10\)$/u)],
    snapshots: ['0 listing', expect.stringMatching(/^[1-9]\d live \{a\/7 b\/8\}/u)],
  }),
  story('what came of a first page that was cut is not in the set', {
    server: [
      onList(response({ body: [...half(body(9, '10', 'a@u1/7 b@u2/8')), cut('ECONNRESET')] })),
      onList('20', 'b@u2/9'),
      quiet,
    ],
    until: 5_000,
    requests: ['0 LIST limit=500', '800 LIST limit=500', '800 WATCH(20)'],
  }),
  story(
    'a second page that ends half-way is asked for again alone, and nothing is doubled',
    (pipe) => {
      const seen = replay(pipe, {
        server: [
          onList('100', 'a@u1/1 b@u2/2', { continue: 'T1' }),
          onList(response({ body: half(body(9, '100', 'c@u3/3 d@u4/4')) })),
          onList('100', 'c@u3/3 d@u4/4'),
          quiet,
        ],
        options: { pageSize: 2 },
        until: 5_000,
      });
      expect(seen.requests).toEqual([
        '0 LIST limit=2',
        '0 LIST continue=T1 limit=2',
        '800 LIST continue=T1 limit=2',
        '800 WATCH(100)',
      ]);
      expect(seen.snapshots.at(-1)).toBe(
        '800 live {a/1 b/2 c/3 d/4} +a@u1/1 +b@u2/2 +c@u3/3 +d@u4/4',
      );
    },
  ),
  story('an object without an end in sight', (pipe) => {
    const seen = replay(pipe, {
      server: [onList('10', `a@u1/${'7'.repeat(2_000)}`), onList('20', 'a@u1/9'), quiet],
      options: { maxDocumentBytes: 1_000 },
      until: 5_000,
    });
    expect(seen.requests).toEqual(['0 LIST limit=500', '800 LIST limit=500', '800 WATCH(20)']);
    expect(seen.snapshots.at(-1)).toBe('800 live {a/9} +a@u1/9');
  }),
  story('a relist in chunks keeps what did not change', (pipe) => {
    const { raw } = replay(pipe, {
      server: [
        onList('10', 'a@u1/7 b@u2/8 c@u3/9'),
        onWatch('ERR(410,Expired)', 'END'),
        onList(response({ body: body(5, '20', 'a@u1/7 b@u2/18') })),
        quiet,
      ],
      until: 5_000,
    });
    const [before, after] = [raw.find(({ size }) => size === 3), raw.at(-1)];
    expect(after?.get('ns1/a')).toBe(before?.get('ns1/a'));
    expect(after?.changes.map(({ _tag, key }) => `${_tag} ${key}`)).toEqual([
      'Deleted ns1/c',
      'Updated ns1/b',
    ]);
  }),
  story('F7 empty pages without end are slowed down and reported', (pipe) => {
    let nth = 0;
    const { requests, snapshots } = replay(pipe, {
      server: [
        always(
          onList((request) => listResponse('10', '', { continue: `T${String(nth++)}` })(request)),
        ),
      ],
      until: 600_000,
    });

    expect(requests.length).toBeLessThan(40);
    expect(snapshots.slice(0, 2)).toEqual(['0 listing', '0 listing !ProtocolError endlessList']);
  }),
  story('F8 a list beyond maxListItems is reported, and requested again slowly', {
    server: [onList('10', 'a@u1/7 b@u2/8 c@u3/9'), onList('11', 'a@u1/7'), quiet],
    options: { maxListItems: 2 },
    until: 60_000,
    requests: ['0 LIST limit=500', '30000 LIST limit=500', '30000 WATCH(11)'],
    snapshots: ['0 listing', '0 listing !ProtocolError listTooLarge', '30000 live {a/7} +a@u1/7'],
  }),
  story('F9 a list that its transport holds back is reported after 10 s', {
    server: [onList(response({ after: 15_000, body: [turned('10', 'a@u1/7')] })), quiet],
    through: (transport) =>
      Object.assign((request: ApiRequest) => transport(request), {
        heldBack: () => of(heldBack).pipe(delay(10_000)),
      }),
    until: 20_000,
    requests: ['0 LIST limit=500', '15000 WATCH(10)'],
    snapshots: ['0 listing', '10000 listing !TransportError EQUEUED', '15000 live {a/7} +a@u1/7'],
  }),
];
