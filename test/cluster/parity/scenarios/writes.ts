import { CONFIG_MAPS, PODS, SECRETS, WIDGETS, configMap, pod, secret, widget } from '../drafts.js';
import {
  type Scenario,
  type Step,
  frames,
  get,
  patch,
  post,
  put,
  remove,
  watch,
} from '../scenario.js';

/** A patch in an unknown form. */
const ODD = { 'content-type': 'application/x-patch' };
const NOW = { gracePeriodSeconds: 0 };

/** Opens a watch of a collection from now on. */
const watched = (path: string): readonly Step[] => [
  get(path, 'before'),
  watch('w', `${path}?watch=true&resourceVersion=<before.rv>`),
];

/** Section 6.7 of the server behaviour: the effect of each write on the counter, and the events that watches see. */
export const writeScenarios: readonly Scenario[] = [
  {
    name: 'create, update and delete',
    rows: ['6.7 create', '6.7 update', '6.7 delete', '6.6'],
    steps: [
      ...watched(SECRETS),
      post(SECRETS, secret('a')),
      put(`${SECRETS}/a`, secret('a', { labels: { a: 'b' } }, 'Mg==')),
      patch(`${SECRETS}/a`, { data: { k: 'Mw==' } }),
      remove(`${SECRETS}/a`),
      frames('w', 4),
    ],
  },
  {
    name: 'create, update and delete of a custom object',
    rows: ['6.7 create', '6.7 update', '6.7 delete', '6.6'],
    steps: [
      ...watched(WIDGETS),
      post(WIDGETS, widget('a'), 'a'),
      put(`${WIDGETS}/a`, widget('a', { resourceVersion: '<a.rv>' }, 2), 'b'),
      patch(`${WIDGETS}/a`, { metadata: { annotations: { a: 'b' } } }),
      remove(`${WIDGETS}/a`),
      frames('w', 4),
    ],
  },
  {
    name: 'create, update and delete without a watch cache',
    rows: ['6.7 create', '6.7 update', '6.7 delete', '6.6'],
    steps: [
      ...watched(CONFIG_MAPS),
      post(CONFIG_MAPS, configMap('a')),
      put(`${CONFIG_MAPS}/a`, configMap('a', {}, '2')),
      remove(`${CONFIG_MAPS}/a`),
      frames('w', 3),
    ],
  },
  {
    name: 'one counter for all resources',
    rows: ['6.7 one counter', '6.7 other resource'],
    steps: [
      post(SECRETS, secret('a')),
      post(CONFIG_MAPS, configMap('a')),
      get(SECRETS, 'now'),
      post(WIDGETS, widget('a')),
      get(SECRETS),
      get(`${SECRETS}?labelSelector=none`),
    ],
  },
  {
    name: 'an identical update',
    rows: ['6.7 identical'],
    steps: [
      ...watched(SECRETS),
      post(SECRETS, secret('a')),
      put(`${SECRETS}/a`, secret('a')),
      patch(`${SECRETS}/a`, { data: { k: 'MQ==' } }),
      patch(`${SECRETS}/a`, {}),
      post(SECRETS, secret('b')),
      frames('w', 2),
    ],
  },
  {
    name: 'an identical update of a custom object',
    rows: ['6.7 identical'],
    steps: [
      ...watched(WIDGETS),
      post(WIDGETS, widget('a'), 'a'),
      put(`${WIDGETS}/a`, widget('a', { resourceVersion: '<a.rv>' })),
      patch(`${WIDGETS}/a`, { spec: { size: 1 } }),
      post(WIDGETS, widget('b')),
      frames('w', 2),
    ],
  },
  {
    name: 'finalizers hold a deletion',
    rows: ['6.7 finalizers', '6.7 second delete', '6.7 last finalizer'],
    steps: [
      ...watched(WIDGETS),
      post(WIDGETS, widget('a', { finalizers: ['example.com/hold'] })),
      remove(`${WIDGETS}/a`),
      remove(`${WIDGETS}/a`),
      get(`${WIDGETS}/a`),
      patch(`${WIDGETS}/a`, { metadata: { finalizers: null } }),
      get(`${WIDGETS}/a`),
      frames('w', 3),
    ],
  },
  {
    name: 'finalizers hold a deletion of a built-in object',
    rows: ['6.7 finalizers', '6.7 second delete', '6.7 last finalizer'],
    steps: [
      ...watched(SECRETS),
      post(SECRETS, secret('a', { finalizers: ['example.com/hold'] })),
      remove(`${SECRETS}/a`),
      remove(`${SECRETS}/a`),
      put(`${SECRETS}/a`, secret('a')),
      get(`${SECRETS}/a`),
      frames('w', 3),
    ],
  },
  {
    name: 'a pod goes in two steps',
    rows: ['6.7 grace'],
    steps: [...watched(PODS), post(PODS, pod('a')), remove(`${PODS}/a`), frames('w', 3)],
  },
  {
    name: 'a pod goes at once, by force',
    rows: ['6.7 grace'],
    steps: [...watched(PODS), post(PODS, pod('a')), remove(`${PODS}/a`, NOW), frames('w', 2)],
  },
  {
    name: 'a pod with a finalizer goes when that is gone',
    rows: ['6.7 grace', '6.7 last finalizer'],
    steps: [
      ...watched(PODS),
      post(PODS, pod('a', { finalizers: ['example.com/hold'] })),
      remove(`${PODS}/a`),
      remove(`${PODS}/a`),
      patch(`${PODS}/a`, { metadata: { finalizers: null } }),
      frames('w', 3),
    ],
  },
  {
    name: 'a pod that a node runs is given time',
    rows: ['6.7 grace', '6.7 second delete'],
    steps: [
      ...watched(PODS),
      post(PODS, pod('a', {}, 'some-node')),
      remove(`${PODS}/a`),
      remove(`${PODS}/a`),
      remove(`${PODS}/a`, { gracePeriodSeconds: 5 }),
      get(`${PODS}/a`),
      remove(`${PODS}/a`, NOW),
      frames('w', 4),
    ],
  },
  {
    name: 'a change of the status of a built-in object',
    rows: ['6.7 status'],
    steps: [
      ...watched(PODS),
      post(PODS, pod('a')),
      patch(`${PODS}/a/status`, { status: { message: 'well' } }),
      patch(`${PODS}/a`, { status: { message: 'other' } }),
      frames('w', 2),
    ],
  },
  {
    name: 'a change of the status',
    rows: ['6.7 status'],
    steps: [
      ...watched(WIDGETS),
      post(WIDGETS, widget('a')),
      patch(`${WIDGETS}/a/status`, { spec: { size: 9 }, status: { ready: true } }),
      patch(`${WIDGETS}/a`, { status: { ready: false } }),
      get(`${WIDGETS}/a/status`),
      frames('w', 2),
    ],
  },
  {
    name: 'patches in a form that nobody knows',
    rows: [],
    steps: [
      post(SECRETS, secret('a')),
      post(WIDGETS, widget('a')),
      { ...patch(`${SECRETS}/a`, {}), headers: ODD },
      { ...patch(`${SECRETS}/a`, {}), headers: { 'content-type': 'application/json' } },
      { ...patch(`${SECRETS}/missing`, {}), headers: ODD },
      { ...patch(SECRETS, {}), headers: ODD },
      { ...patch(`${PODS}/a/status`, {}), headers: ODD },
      { ...patch(`${WIDGETS}/a`, {}), headers: ODD },
    ],
  },
  {
    name: 'a deletion of many',
    rows: ['6.7 deletecollection'],
    steps: [
      ...watched(SECRETS),
      post(SECRETS, secret('a')),
      remove(SECRETS),
      get(SECRETS),
      frames('w', 2),
    ],
  },
  {
    name: 'a deletion of many custom objects by a selector',
    rows: ['6.7 deletecollection'],
    steps: [
      ...watched(WIDGETS),
      post(WIDGETS, widget('a', { labels: { go: 'yes' } })),
      post(WIDGETS, widget('b')),
      remove(`${WIDGETS}?labelSelector=go`),
      get(WIDGETS),
      frames('w', 3),
    ],
  },
  {
    name: 'a dry run',
    rows: ['6.7 dry run'],
    steps: [
      ...watched(SECRETS),
      post(SECRETS, secret('a')),
      patch(`${SECRETS}/a?dryRun=All`, { data: { k: 'Mg==' } }),
      remove(`${SECRETS}/a?dryRun=All`),
      get(`${SECRETS}/a`),
      get(SECRETS),
      frames('w', 1),
    ],
  },
  {
    name: 'a dry run of a creation',
    rows: ['6.7 dry run'],
    steps: [post(`${WIDGETS}?dryRun=All`, widget('a')), get(WIDGETS)],
  },
  {
    name: 'an update by somebody who has read an older version',
    rows: ['6.7 conflict'],
    steps: [
      post(WIDGETS, widget('a'), 'old'),
      patch(`${WIDGETS}/a`, { spec: { size: 2 } }),
      put(`${WIDGETS}/a`, widget('a', { resourceVersion: '<old.rv>' }, 3)),
      patch(`${WIDGETS}/a`, { metadata: { resourceVersion: '<old.rv>' }, spec: { size: 3 } }),
      post(SECRETS, secret('a'), 'old'),
      patch(`${SECRETS}/a`, { data: { k: 'Mg==' } }),
      put(`${SECRETS}/a`, secret('a', { resourceVersion: '<old.rv>' })),
    ],
  },
  {
    name: 'a creation with a version',
    rows: ['6.7 create with rv'],
    steps: [
      post(SECRETS, secret('a', { resourceVersion: '5' })),
      post(WIDGETS, widget('a', { resourceVersion: '5' })),
    ],
  },
  {
    name: 'a creation of what is there',
    rows: ['6.7 create existing'],
    steps: [
      post(SECRETS, secret('a')),
      post(SECRETS, secret('a')),
      post(WIDGETS, widget('a')),
      post(WIDGETS, widget('a')),
    ],
  },
  {
    name: 'the generation counts wishes alone',
    rows: ['6.7 generation'],
    steps: [
      post(WIDGETS, widget('a')),
      patch(`${WIDGETS}/a`, { metadata: { labels: { a: 'b' } } }),
      patch(`${WIDGETS}/a`, { spec: { size: 2 } }),
      patch(`${WIDGETS}/a`, { more: 1 }),
      patch(`${WIDGETS}/a/status`, { status: { ready: true } }),
      post(PODS, pod('a')),
      patch(`${PODS}/a`, { metadata: { labels: { a: 'b' } } }),
    ],
  },
  {
    name: 'a name that the server makes',
    rows: ['6.7 create'],
    steps: [
      post(SECRETS, { metadata: { generateName: 'some-' }, data: { k: 'MQ==' } }),
      post(WIDGETS, {
        apiVersion: 'parity.example.com/v1',
        kind: 'Widget',
        metadata: { generateName: 'some-' },
      }),
    ],
  },
  {
    name: 'an update without a version',
    rows: ['6.7 update'],
    steps: [
      post(WIDGETS, widget('a')),
      put(`${WIDGETS}/a`, widget('a', {}, 2)),
      put(`${WIDGETS}/none`, widget('none')),
      put(`${SECRETS}/none`, secret('none')),
      put(`${SECRETS}/none`, secret('other')),
    ],
  },
  {
    name: 'methods that a path does not have',
    rows: ['1.5 MethodNotAllowed'],
    steps: [post(`${SECRETS}/a`, secret('a')), put(SECRETS, secret('a')), patch(SECRETS, {})],
  },
  {
    name: 'methods that the path of a custom resource does not have',
    rows: ['1.5 MethodNotAllowed'],
    steps: [post(`${WIDGETS}/a`, widget('a')), put(WIDGETS, widget('a'))],
  },
  {
    name: 'objects that do not belong where they are sent',
    rows: ['1.5 BadRequest'],
    anyWords: true,
    steps: [
      post(SECRETS, secret('a', { namespace: 'other' })),
      post(SECRETS, configMap('a')),
      post(SECRETS, { ...secret('a'), apiVersion: 'v2' }),
      post(WIDGETS, widget('a', { namespace: 'other' })),
      post(WIDGETS, { ...widget('a'), kind: 'Other' }),
    ],
  },
  {
    name: 'bodies that are no objects',
    newestRelease: true,
    rows: ['1.5 BadRequest'],
    anyWords: true,
    steps: [
      post(SECRETS, '{'),
      post(SECRETS, '[]'),
      post(WIDGETS, '{'),
      patch(`${SECRETS}/a`, '{'),
    ],
  },
  {
    name: 'names that cannot be',
    rows: ['1.5 Invalid'],
    steps: [
      post(SECRETS, secret('A')),
      post(WIDGETS, widget('a b')),
      post(SECRETS, secret('')),
      post(CONFIG_MAPS, configMap('a/b')),
    ],
  },
  {
    name: 'a namespace that is not there',
    rows: ['1.5 NotFound'],
    steps: [
      get('/api/v1/namespaces/none/secrets'),
      post('/api/v1/namespaces/none/secrets', secret('a')),
      post('/apis/parity.example.com/v1/namespaces/none/widgets', widget('a')),
    ],
  },
  {
    name: 'preconditions of a deletion',
    rows: ['6.7 delete'],
    steps: [
      post(SECRETS, secret('a'), 'a'),
      remove(`${SECRETS}/a`, { preconditions: { uid: 'other' } }),
      remove(`${SECRETS}/a`, { preconditions: { resourceVersion: '1' } }),
      remove(`${SECRETS}/a`, { preconditions: { uid: '<a.uid>', resourceVersion: '<a.rv>' } }),
      post(WIDGETS, widget('a')),
      remove(`${WIDGETS}/a`, { preconditions: { uid: 'other', resourceVersion: '1' } }),
    ],
  },
  {
    name: 'an update of another object of that name',
    newestRelease: true,
    rows: ['6.7 conflict'],
    anyWords: true,
    steps: [
      post(SECRETS, secret('a')),
      put(`${SECRETS}/a`, secret('a', { uid: 'other' })),
      patch(`${SECRETS}/a`, { metadata: { uid: 'other' } }),
      patch(`${SECRETS}/a`, { metadata: { name: 'b' } }),
    ],
  },
];
