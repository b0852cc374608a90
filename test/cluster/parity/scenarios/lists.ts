import {
  CONFIG_MAPS,
  METADATA,
  METADATA_LIST,
  PODS,
  SECRETS,
  WIDGETS,
  configMap,
  pod,
  secret,
  widget,
} from '../drafts.js';
import { type Scenario, type Step, compact, get, patch, post, remove } from '../scenario.js';

/** Five secrets, and a list that makes sure that the watch cache has them. */
const five: readonly Step[] = [
  ...['c', 'a', 'e', 'b', 'd'].map((name) =>
    post(SECRETS, secret(name, { labels: { letter: name } }), name),
  ),
  get(SECRETS, 'now'),
];

/** Section 2.5 of the server behaviour, the form of lists (1.4, 1.8), and the refusals of lists in 3.1. */
export const listScenarios: readonly Scenario[] = [
  {
    name: 'a list, in the order of names',
    rows: ['2.5 ""'],
    steps: [...five, get(`${SECRETS}?limit=0`)],
  },
  {
    name: 'an empty list',
    rows: ['2.5 ""'],
    steps: [get(SECRETS), get(PODS), get(CONFIG_MAPS), get(WIDGETS)],
  },
  {
    name: 'a list in pages',
    rows: ['2.5 "" limit', '2.5 token'],
    steps: [
      ...five,
      get(`${SECRETS}?limit=2`, 'first'),
      post(SECRETS, secret('cc')),
      get(`${SECRETS}?limit=2&continue=<first.continue>`, 'second'),
      get(`${SECRETS}?limit=2&continue=<second.continue>&resourceVersion=0`),
    ],
  },
  {
    name: 'a list of custom objects in pages',
    rows: ['2.5 "" limit', '2.5 token'],
    steps: [
      ...['b', 'a', 'c'].map((name) => post(WIDGETS, widget(name))),
      get(`${WIDGETS}?limit=2`, 'first'),
      get(`${WIDGETS}?limit=2&continue=<first.continue>`),
      get(WIDGETS),
    ],
  },
  {
    name: 'a list in pages without a watch cache',
    rows: ['2.5 "" limit', '2.5 token'],
    steps: [
      ...['b', 'a', 'c'].map((name) => post(CONFIG_MAPS, configMap(name))),
      get(`${CONFIG_MAPS}?limit=2`, 'first'),
      remove(`${CONFIG_MAPS}/c`),
      get(`${CONFIG_MAPS}?limit=2&continue=<first.continue>`),
      get(CONFIG_MAPS),
    ],
  },
  {
    name: 'a list in pages by a selector',
    rows: ['2.5 "" limit'],
    steps: [
      ...five,
      get(`${SECRETS}?limit=1&labelSelector=letter+in+(b,d)`, 'first'),
      get(`${SECRETS}?limit=1&labelSelector=letter+in+(b,d)&continue=<first.continue>`, 'second'),
      get(`${SECRETS}?limit=9&labelSelector=letter+in+(b,d)`),
      get(`${SECRETS}?limit=1&fieldSelector=metadata.name%3Dc`),
    ],
  },
  {
    name: 'a list of all namespaces in pages',
    rows: ['2.5 "" limit'],
    steps: [
      ...['a', 'b', 'c'].map((name) => post(SECRETS, secret(name, { labels: { of: '<ns>' } }))),
      ...['a', 'b', 'c'].map((name) =>
        post(CONFIG_MAPS, configMap(name, { labels: { of: '<ns>' } })),
      ),
      get(`/api/v1/secrets?limit=2&labelSelector=of%3D<ns>`, 'first'),
      get(`/api/v1/configmaps?limit=2&labelSelector=of%3D<ns>`, 'first'),
      get(`/api/v1/configmaps?limit=2&labelSelector=of%3D<ns>&continue=<first.continue>`, 'first'),
    ],
  },
  {
    name: 'a list at any version without a watch cache',
    rows: ['2.5 "0"'],
    steps: [
      post(CONFIG_MAPS, configMap('a')),
      post(CONFIG_MAPS, configMap('b')),
      get(`${CONFIG_MAPS}?resourceVersion=0&limit=1`),
    ],
  },
  {
    name: 'a list at any version',
    rows: ['2.5 "0"'],
    steps: [
      ...five,
      get(`${SECRETS}?resourceVersion=0`),
      get(`${SECRETS}?resourceVersion=0&limit=2`),
      get(`${SECRETS}?resourceVersion=0&limit=2&resourceVersionMatch=NotOlderThan`),
    ],
  },
  {
    name: 'a list not older than a version',
    rows: ['2.5 n unset 0', '2.5 n NotOlderThan 0'],
    steps: [
      ...five,
      get(`${SECRETS}?resourceVersion=<a.rv>`),
      get(`${SECRETS}?resourceVersion=<a.rv>&resourceVersionMatch=NotOlderThan`),
    ],
  },
  {
    name: 'a list not older than a version, in pages',
    rows: ['2.5 n NotOlderThan N'],
    steps: [
      ...five,
      get(`${SECRETS}?resourceVersion=<a.rv>&resourceVersionMatch=NotOlderThan&limit=2`, 'first'),
      get(`${SECRETS}?limit=9&continue=<first.continue>`),
    ],
  },
  {
    name: 'a list at an exact version, as old clients ask',
    rows: ['2.5 n unset N'],
    steps: [
      ...five,
      get(`${SECRETS}?resourceVersion=<a.rv>&limit=1`, 'first'),
      get(`${SECRETS}?limit=1&continue=<first.continue>`),
    ],
  },
  {
    name: 'a list at an exact version',
    rows: ['2.5 n Exact'],
    steps: [
      ...five,
      get(`${SECRETS}?resourceVersion=<e.rv>&resourceVersionMatch=Exact`),
      get(`${SECRETS}?resourceVersion=<e.rv>&resourceVersionMatch=Exact&limit=2`, 'first'),
      get(`${SECRETS}?limit=2&continue=<first.continue>`),
    ],
  },
  {
    name: 'a list at a version that is to come',
    rows: ['3.1 E7', '2.5 n future'],
    steps: [
      ...five,
      get(`${SECRETS}?resourceVersion=<now.rv+1000000>`),
      get(`${SECRETS}/a?resourceVersion=<now.rv+1000000>`),
    ],
  },
  {
    name: 'a list at a version that is to come, without a watch cache',
    rows: ['3.1 E7'],
    steps: [
      get(CONFIG_MAPS, 'now'),
      get(`${CONFIG_MAPS}?resourceVersion=<now.rv+1000000>`),
      get(`${CONFIG_MAPS}?resourceVersion=<now.rv+1000000>&resourceVersionMatch=Exact`),
    ],
  },
  {
    name: 'an exact version that is compacted',
    rows: ['3.1 E5'],
    steps: [
      post(CONFIG_MAPS, configMap('a'), 'a'),
      post(CONFIG_MAPS, configMap('b'), 'b'),
      get(CONFIG_MAPS, 'now'),
      compact('<now.rv>'),
      get(`${CONFIG_MAPS}?resourceVersion=<a.rv>&resourceVersionMatch=Exact`),
      get(`${CONFIG_MAPS}?resourceVersion=<a.rv>&limit=1`),
      get(`${CONFIG_MAPS}?resourceVersion=<now.rv>&resourceVersionMatch=Exact`),
    ],
  },
  {
    name: 'a continue token that has expired, and the one that is offered',
    rows: ['3.1 E6', '2.5 token -1'],
    steps: [
      ...['a', 'b', 'c'].map((name) => post(CONFIG_MAPS, configMap(name))),
      get(`${CONFIG_MAPS}?limit=1`, 'first'),
      remove(`${CONFIG_MAPS}/b`),
      post(CONFIG_MAPS, configMap('d'), 'd'),
      compact('<d.rv>'),
      get(`${CONFIG_MAPS}?limit=1&continue=<first.continue>`, 'expired'),
      get(`${CONFIG_MAPS}?limit=1&continue=<expired.continue>`, 'second'),
      get(`${CONFIG_MAPS}?limit=1&continue=<second.continue>`),
    ],
  },
  {
    name: 'metadata alone',
    rows: ['1.8'],
    steps: [
      post(PODS, pod('a', { labels: { a: 'b' } })),
      post(WIDGETS, widget('a')),
      get(PODS, undefined, METADATA_LIST),
      get(WIDGETS, undefined, METADATA_LIST),
      get(`${PODS}/a`, undefined, METADATA),
      get(`${WIDGETS}/a`, undefined, METADATA),
      get(`${PODS}/none`, undefined, METADATA),
      get(`${PODS}?limit=x`, undefined, METADATA_LIST),
    ],
  },
  {
    name: 'metadata in the form of the other subject',
    rows: ['1.8'],
    anyWords: true,
    steps: [
      post(PODS, pod('a')),
      get(PODS, undefined, METADATA),
      get(`${PODS}/a`, undefined, METADATA_LIST),
    ],
  },
  {
    name: 'forms that are not offered',
    rows: ['1.8'],
    anyWords: true,
    steps: [
      get(PODS, undefined, { accept: 'text/html' }),
      get(`${PODS}?watch=true&timeoutSeconds=1`, undefined, { accept: 'text/html' }),
      get(PODS, undefined, { accept: 'text/html, */*' }),
    ],
  },
  {
    name: 'objects of all kinds, alone and in lists',
    rows: ['1.4'],
    steps: [
      post(PODS, pod('a', { annotations: { z: '1', a: '2' }, labels: { z: '1', a: '2' } })),
      post(SECRETS, secret('a')),
      post(CONFIG_MAPS, configMap('a')),
      post(WIDGETS, widget('a', { annotations: { z: '1', a: '2' }, labels: { z: '1', a: '2' } })),
      ...[PODS, SECRETS, CONFIG_MAPS, WIDGETS].flatMap((path) => [get(path), get(`${path}/a`)]),
    ],
  },
  {
    name: 'what is not there',
    rows: ['3.1 E20'],
    steps: [
      get(`${PODS}/none`),
      get(`${WIDGETS}/none`),
      get('/api/v1/namespaces/<ns>/nothings'),
      get('/apis/parity.example.com/v1/namespaces/<ns>/nothings'),
      get('/apis/parity.example.com/v1/namespaces/<ns>/nothings?watch=true'),
      patch(`${PODS}/none`, { metadata: { labels: { a: 'b' } } }),
      remove(`${WIDGETS}/none`),
    ],
  },
  {
    name: 'somebody who is throttled',
    rows: ['3.1 E9', '1.10'],
    steps: [
      { do: 'throttle' },
      get(PODS, undefined, { authorization: 'Bearer <throttled>' }),
      get(`${PODS}?watch=true&resourceVersion=1`, undefined, {
        authorization: 'Bearer <throttled>',
      }),
    ],
  },
  {
    name: 'no credential, and one that is not known',
    rows: ['3.1 E19'],
    steps: [
      get(PODS, undefined, { authorization: 'Bearer nobody' }),
      get(`${PODS}?watch=true`, undefined, { authorization: 'Bearer nobody' }),
    ],
  },
];
