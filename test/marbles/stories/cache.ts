import {
  always,
  configMap,
  failedRequest,
  frame,
  idle,
  listBody,
  listResponse,
  objectOf,
  onList,
  onVirtualTime,
  onWatch,
  response,
  scriptedTransport,
  snapshotLine,
  watchResponse,
} from '@rxkube/testing';
import { nodes } from '@rxkube/protocol';
import { expect } from 'vitest';

import { LIFETIME, replay, shortest } from '../replay.js';
import { type Story, slow, story } from '../story.js';

const quiet = always(onWatch());
const node = objectOf(nodes);
/** An object without a name. */
const nameless = JSON.parse('{"metadata":{"resourceVersion":"9"}}');

export const cache: readonly Story[] = [
  story('B31 objects that went missing during the cut are deleted, in one snapshot', (pipe) => {
    const { snapshots, raw } = replay(pipe, {
      server: [
        onList('10', 'a@u1/7 b@u2/9'),
        onWatch('ERR(410,Expired)', 'END'),
        onList('50', 'b@u2/9 c@u3/40'),
        quiet,
      ],
      until: 60_000,
    });
    expect(snapshots).toEqual([
      '0 listing',
      '0 live {a/7 b/9} +a@u1/7 +b@u2/9',
      '0 interrupted {a/7 b/9} !StatusError 410 Expired',
      '0 live {b/9 c/40} -?a@u1/7 +c@u3/40',
    ]);
    // Emitted snapshots never change.
    expect(raw.map(({ size }) => size)).toEqual([0, 2, 2, 2]);
    expect(raw.slice(1).map((snapshot) => [...snapshot.keys()].sort())).toEqual([
      ['ns1/a', 'ns1/b'],
      ['ns1/a', 'ns1/b'],
      ['ns1/b', 'ns1/c'],
    ]);
  }),
  story('B31 no event of the old connection follows the relist', {
    server: [
      onList('10', ''),
      onWatch('+x@u9/11', 100, 'ERR(410,Expired)', '+y@u8/12', 100, '~x@u9/13'),
      onList('60', ''),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '100 LIST >=11 limit=500', '100 WATCH(60)'],
    snapshots: [
      '0 listing',
      '0 live {}',
      '0 live {x/11} +x@u9/11',
      '100 interrupted {x/11} !StatusError 410 Expired',
      '100 live {} -?x@u9/11',
    ],
  }),
  story('B32 row: the same name with a new uid is another object: over a gap', {
    server: [
      onList('10', 'a@u1/7'),
      onWatch('ERR(410,Expired)', 'END'),
      onList('50', 'a@u2/44'),
      quiet,
    ],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)', '0 LIST >=10 limit=500', '0 WATCH(50)'],
    snapshots: [
      '0 listing',
      '0 live {a/7} +a@u1/7',
      '0 interrupted {a/7} !StatusError 410 Expired',
      '0 live {a/44} -?a@u1/7 +a@u2/44',
    ],
  }),
  story('B32 row: the same name with a new uid is another object: in the stream', (pipe) => {
    const { raw } = replay(pipe, {
      server: [onList('10', 'a@u1/7'), onWatch('+a@u2/45', '-a@u1/46')],
      until: 60_000,
    });
    // The late deletion of the old one changes nothing.
    expect(raw).toHaveLength(3);
    expect(raw[2]?.changes).toMatchObject([
      { _tag: 'Deleted', key: 'ns1/a', object: { metadata: { uid: 'u1' } } },
      { _tag: 'Added', key: 'ns1/a', object: { metadata: { uid: 'u2' } } },
    ]);
    expect(raw[2]?.get('ns1/a')).toMatchObject({ metadata: { uid: 'u2' } });
  }),
  story('B32 two namespaces do not share names', {
    server: [onList('10', 'ns1/a@u1/7 ns2/a@u5/8'), onWatch('-ns1/a@u1/11')],
    request: { namespace: undefined },
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: [
      '0 listing',
      '0 live {a/7 ns2/a/8} +a@u1/7 +ns2/a@u5/8',
      '0 live {ns2/a/8} -a@u1/11',
    ],
  }),
  story('B32 names that are words of the language are names', (pipe) => {
    const { raw } = replay(pipe, {
      server: [
        onList('10', 'constructor@u1/7 tostring@u2/8 a.b@u3/9'),
        onWatch('+__proto__@u4/11', '-constructor@u1/12'),
      ],
      until: 60_000,
    });
    expect([...(raw.at(-1)?.keys() ?? [])].sort()).toEqual([
      'ns1/__proto__',
      'ns1/a.b',
      'ns1/tostring',
    ]);
  }),
  story('B32 objects without a uid are distinguished by their names', {
    server: [onList('10', 'a/7'), onWatch('~a/11', '-a/12')],
    until: 60_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {a/7} +a/7', '0 live {a/11} ~a/11', '0 live {} -a/12'],
  }),
  story('B32 objects without a namespace', (pipe) => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([
        onList(listResponse('10', [node('/n@u1/7')])),
        onWatch(watchResponse(frame.modified(node('/n@u1/11')))),
      ]);
      const { values } = time.record(
        pipe.snapshots(transport, nodes, { backOff: shortest, lifetime: () => LIFETIME }),
        1_000,
      );
      time.run();
      expect(values.map(({ value }) => snapshotLine(value))).toEqual([
        'listing',
        'live {/n/7} +/n@u1/7',
        'live {/n/11} ~/n@u1/11',
      ]);
      expect(values.at(-1)?.value.has('n')).toBe(true);
    });
  }),
  story('a snapshot that is held shows what it showed, whatever comes after it', (pipe) => {
    const { raw } = replay(pipe, {
      server: [onList('10', 'a@u1/7'), onWatch('+b@u2/11', '~a@u1/12', '-b@u2/13', '+c@u3/14')],
      until: 60_000,
    });
    expect(
      raw.map((snapshot) =>
        [...snapshot.entries()]
          .map(([key, { metadata }]) => `${key}=${String(metadata.resourceVersion)}`)
          .sort(),
      ),
    ).toEqual([
      [],
      ['ns1/a=7'],
      ['ns1/a=7', 'ns1/b=11'],
      ['ns1/a=12', 'ns1/b=11'],
      ['ns1/a=12'],
      ['ns1/a=12', 'ns1/c=14'],
    ]);
    expect(raw[2]?.get('ns1/a')?.metadata.resourceVersion).toBe('7');
    expect(raw[2]?.has('ns1/c')).toBe(false);
    expect(raw[5]?.changesSince(raw[1]).map(({ _tag, key }) => `${_tag} ${key}`)).toEqual([
      'Updated ns1/a',
      'Added ns1/c',
    ]);
    expect(raw[5]?.changesSince(undefined).map(({ _tag, key }) => `${_tag} ${key}`)).toEqual([
      'Added ns1/a',
      'Added ns1/c',
    ]);
  }),
  story('B37 objects of a list get the kind that objects of a watch have', (pipe) => {
    const bare = { ...configMap('a@u1/7'), apiVersion: undefined, kind: undefined };
    const { raw } = replay(pipe, {
      server: [
        onList(listResponse('10', [bare], { kind: 'ConfigMapList' })),
        onWatch('+b@u2/11', '+a@u1/7'),
      ],
      until: 60_000,
    });
    expect(raw).toHaveLength(3);
    expect(
      [...(raw.at(-1) ?? [])].map(
        ({ apiVersion, kind }) => `${String(apiVersion)} ${String(kind)}`,
      ),
    ).toEqual(['v1 ConfigMap', 'v1 ConfigMap']);
  }),
  story('an object on two pages is one object, as it was on the later one', {
    server: [
      onList('10', 'a@u1/1 b@u2/2', { continue: 'T1' }),
      onList('10', 'b@u2/3 c@u3/4'),
      quiet,
    ],
    options: { pageSize: 2 },
    until: 500,
    requests: ['0 LIST limit=2', '0 LIST continue=T1 limit=2', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {a/1 b/3 c/4} +a@u1/1 +b@u2/3 +c@u3/4'],
  }),
  story('phases say since when, and snapshots when the server was last heard', (pipe) => {
    const { raw } = replay(pipe, {
      server: [
        onList(response({ after: 50, body: [listBody('10', [])] })),
        onWatch(100, '+a@u1/11', 2_000, 'RST'),
        onWatch(failedRequest('ECONNREFUSED')),
        quiet,
      ],
      until: 10_000,
    });
    expect(raw.map(({ phase, since, lastContact }) => [phase, since, lastContact])).toEqual([
      ['listing', 0, 0],
      ['live', 50, 50],
      ['live', 50, 150],
      ['interrupted', 2_150, 150],
      // It is still the same outage.
      ['interrupted', 2_150, 150],
      ['live', 5_550, 5_550],
    ]);
  }),
  story('row: a list with an object that does not decode is asked for again', {
    server: [onList(listResponse('10', [nameless])), onList('11', 'a@u1/7'), quiet],
    until: 5_000,
    requests: ['0 LIST limit=500', '800 LIST limit=500', '800 WATCH(11)'],
    snapshots: ['0 listing', '0 listing !DecodeError object', '800 live {a/7} +a@u1/7'],
  }),
  story('row: by option it is left out', {
    server: [onList(listResponse('10', [nameless, configMap('a@u1/7')])), quiet],
    options: { onInvalid: () => 'skip' },
    until: 5_000,
    requests: ['0 LIST limit=500', '0 WATCH(10)'],
    snapshots: ['0 listing', '0 live {a/7} +a@u1/7'],
  }),
  slow(
    story('law 5: leaving at any moment leaves nothing open and asks nothing more', (pipe) => {
      const server = [
        onList('10', 'a@u1/1 b@u2/2', { continue: 'T1' }),
        onList(response({ after: 10, status: 500 })),
        onList(response({ after: 10, body: [listBody('10', []), 10] })),
        onWatch(10, '+c@u3/11', 10, 'RST'),
        onWatch(response({ after: 10, status: 503, body: ['busy', idle] })),
        onWatch(10, '~c@u3/12', 10, 'ERR(410,Expired)', 10, 'END'),
        onList(response({ after: 10, body: [listBody('20', [configMap('c@u3/12')]), 10] })),
        quiet,
      ];
      const options = { pageSize: 2, backOff: () => 10 };
      const whole = replay(pipe, { server, options, until: 10_000 });
      expect(whole.requests).toHaveLength(8);
      // The moments at which something happens, and those between.
      const moments = [
        ...Array.from({ length: 40 }, (_, n) => 5 * n),
        5_059,
        5_060,
        5_061,
        5_065,
        5_070,
        5_075,
        5_080,
        5_090,
        5_095,
        5_100,
        5_105,
        5_110,
      ];
      for (const until of moments) {
        const { requests, snapshots, outcome } = replay(pipe, { server, options, until });
        expect(requests).toEqual(whole.requests.slice(0, requests.length));
        expect(snapshots).toEqual(whole.snapshots.slice(0, snapshots.length));
        expect(
          [requests, snapshots].flat().map((line) => Number.parseInt(line, 10) <= until),
        ).not.toContain(false);
        expect(outcome).toBe('open');
      }
    }),
  ),
];
