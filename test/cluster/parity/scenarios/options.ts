import { CONFIG_MAPS, SECRETS, WIDGETS, secret } from '../drafts.js';
import { type Scenario, ended, get, post, watch } from '../scenario.js';

function refusedList(row: string, query: string): Scenario {
  return {
    name: `LIST ?${query}`,
    rows: [row],
    steps: [get(`${SECRETS}?${query}`), get(`${WIDGETS}?${query}`)],
  };
}

function refusedWatch(row: string, query: string): Scenario {
  return {
    name: `WATCH ?${query}`,
    rows: [row],
    steps: [
      get(`${SECRETS}?watch=true&timeoutSeconds=1&${query}`),
      get(`${WIDGETS}?watch=true&timeoutSeconds=1&${query}`),
    ],
  };
}

/** A continue token of these contents. */
function token(contents: unknown): string {
  return Buffer.from(JSON.stringify(contents)).toString('base64url');
}

const V = 'meta.k8s.io/v1';

/** Sections 2.1, 2.3 and 2.4 of the server behaviour: how options are read, and which are refused. */
export const optionScenarios: readonly Scenario[] = [
  refusedList('2.3 V1', 'resourceVersionMatch=Exact'),
  refusedList('2.3 V1', 'resourceVersionMatch=NotOlderThan&limit=1'),
  refusedList('2.3 V2', `resourceVersion=1&resourceVersionMatch=Exact&continue=x`),
  refusedList('2.3 V2', `resourceVersionMatch=Exact&continue=x`),
  refusedList('2.3 V3', 'resourceVersion=1&resourceVersionMatch=Newest'),
  refusedList('2.3 V3', 'resourceVersionMatch=Newest'),
  refusedList('2.3 V4', 'resourceVersion=0&resourceVersionMatch=Exact'),
  refusedList('2.3 V5', 'sendInitialEvents=true'),
  refusedList('2.3 V5', 'sendInitialEvents=false'),
  refusedList('2.3 V5', 'sendInitialEvents=true&resourceVersionMatch=Exact'),
  refusedWatch('2.3 V6', 'sendInitialEvents=true'),
  refusedWatch('2.3 V6', 'sendInitialEvents=false'),
  refusedWatch('2.3 V6', 'sendInitialEvents=true&resourceVersionMatch=Exact'),
  {
    name: 'WATCH with a streaming list that is not served',
    rows: ['2.3 V7'],
    withoutStreamingLists: true,
    steps: [
      get(`${SECRETS}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`),
      get(`${SECRETS}?watch=true&sendInitialEvents=true&resourceVersionMatch=Exact`),
    ],
  },
  refusedWatch('2.3 V8', 'resourceVersionMatch=NotOlderThan'),
  refusedWatch('2.3 V9', 'resourceVersionMatch=Exact'),
  refusedWatch('2.3 V9', 'resourceVersion=0&resourceVersionMatch=Newest'),
  refusedWatch(
    '2.3 V10',
    'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x&resourceVersion=0',
  ),
  {
    name: 'options that are not checked on a watch',
    rows: ['2.3'],
    steps: [
      get(SECRETS, 'now'),
      watch(
        'a',
        `${SECRETS}?watch=true&timeoutSeconds=1&limit=-5&continue=x&resourceVersion=<now.rv>`,
      ),
      ended('a'),
      get(`${SECRETS}?watch=true&timeoutSeconds=1&continue=x&resourceVersion=0`),
      get(`${SECRETS}?watch=true&timeoutSeconds=1&continue=x`),
    ],
  },
  {
    name: 'a watch whose end lies before its beginning',
    rows: ['2.3', '2.7'],
    steps: [
      get(SECRETS, 'now'),
      watch('a', `${SECRETS}?watch=true&timeoutSeconds=-1&resourceVersion=<now.rv>`),
      ended('a'),
      // Not of a streaming list: that ends so as well, or with an ERROR, as the server's threads come to run.
    ],
  },
  {
    name: 'options that are not checked on a list',
    rows: ['2.3'],
    steps: [
      get(`${WIDGETS}?limit=-5&allowWatchBookmarks=true`),
      get(`${CONFIG_MAPS}?limit=-5&allowWatchBookmarks=x&unknown=1`),
    ],
  },
  ...['abc', '-1', '1.5', '18446744073709551616'].map((version): Scenario => ({
    name: `a version that is none: ${version}`,
    rows: ['2.4 version'],
    steps: [
      get(`${SECRETS}?resourceVersion=${version}`),
      get(`${SECRETS}?resourceVersion=${version}&watch=true&timeoutSeconds=1`),
      get(`${SECRETS}/none?resourceVersion=${version}`),
    ],
  })),
  {
    name: 'a continue token that cannot be decoded',
    rows: ['2.4 continue'],
    anyWords: true,
    steps: [
      get(`${SECRETS}?continue=???`),
      get(`${SECRETS}?continue=abc`),
      get(`${SECRETS}?continue=${Buffer.from('[]').toString('base64url')}`),
    ],
  },
  {
    name: 'a continue token on a watch',
    rows: ['2.4 continue'],
    steps: [
      get(SECRETS, 'now'),
      watch('a', `${SECRETS}?watch=true&timeoutSeconds=1&continue=abc&resourceVersion=<now.rv>`),
      ended('a'),
    ],
  },
  {
    name: 'a continue token without a version',
    rows: ['2.4 continue rv 0'],
    steps: [get(`${SECRETS}?continue=${token({ v: V, rv: 0, start: 'a\u0000' })}`)],
  },
  {
    name: 'a continue token without a key',
    rows: ['2.4 continue start'],
    steps: [get(`${SECRETS}?continue=${token({ v: V, rv: 1, start: '' })}`)],
  },
  {
    name: 'a continue token in another form',
    rows: ['2.4 continue v'],
    steps: [get(`${SECRETS}?continue=${token({ v: 'v2', rv: 1, start: 'a\u0000' })}`)],
  },
  {
    name: 'a continue token and a version',
    rows: ['2.4 continue with rv', '2.5 n token'],
    steps: [
      get(SECRETS, 'now'),
      get(
        `${SECRETS}?resourceVersion=<now.rv>&continue=${token({ v: V, rv: 5, start: 'a\u0000' })}`,
      ),
    ],
  },
  {
    name: 'a shard selector, which is not served',
    rows: ['2.4 shardSelector'],
    steps: [
      get(`${SECRETS}?shardSelector=x`),
      watch('a', `${SECRETS}?watch=true&timeoutSeconds=1&shardSelector=x`),
      ended('a'),
    ],
  },
  {
    name: 'numbers that are none',
    rows: ['2.1'],
    steps: [
      get(`${SECRETS}?limit=x`),
      get(`${SECRETS}?timeoutSeconds=1.5`),
      get(`${SECRETS}?watch=true&timeoutSeconds=99999999999999999999`),
    ],
  },
  {
    name: 'truth in all its forms',
    rows: ['2.1'],
    steps: [
      get(`${SECRETS}?watch=0`),
      get(`${SECRETS}?watch=FALSE`),
      watch('empty', `${SECRETS}?watch=&timeoutSeconds=1`),
      watch('any', `${SECRETS}?watch=no&timeoutSeconds=1`),
      ended('empty'),
      ended('any'),
    ],
  },
  {
    name: 'the first of two values counts',
    rows: ['2.1'],
    steps: [get(`${SECRETS}?resourceVersion=0&resourceVersion=abc`)],
  },
  {
    name: 'selectors that cannot be read',
    rows: ['2.1'],
    anyWords: true,
    steps: [
      get(`${SECRETS}?labelSelector=a%20b`),
      get(`${SECRETS}?labelSelector=a%20in`),
      get(`${SECRETS}?fieldSelector=a`),
    ],
  },
  {
    name: 'fields that cannot be selected by',
    rows: ['2.1'],
    steps: [
      get(`${WIDGETS}?fieldSelector=spec.size%3D1`),
      get(`${CONFIG_MAPS}?fieldSelector=data.a%3D1`),
      get(`/api/v1/namespaces/<ns>/pods?fieldSelector=spec.size%3D1`),
      get(`${SECRETS}?fieldSelector=data.a%3D1`),
    ],
  },
  {
    name: 'a name in the path and another one in the selector',
    rows: ['2.1'],
    steps: [
      get(`/api/v1/watch/namespaces/<ns>/secrets/a?fieldSelector=metadata.name%3Db`),
      get(`${SECRETS}/a?watch=true`),
      post(SECRETS, secret('a')),
      get(`${SECRETS}/a?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Db`),
    ],
  },
];
