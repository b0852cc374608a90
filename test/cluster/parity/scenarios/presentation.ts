import {
  LEASES,
  CONFIG_MAPS,
  DEFINITIONS,
  METADATA,
  PODS,
  SECRETS,
  WIDGETS,
  configMap,
  definition,
  pod,
  secret,
  widget,
} from '../drafts.js';
import {
  type Ask,
  type Scenario,
  apply,
  frames,
  get,
  patch,
  post,
  put,
  remove,
  until,
  watch,
} from '../scenario.js';

/** Defined once and for all: a second attempt finds it there. */
const GIZMOS = '/apis/parity.example.com/v1/namespaces/<ns>/gizmos';
const NAMESPACES = '/api/v1/namespaces';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/<ns>/deployments';
const SERVICES = '/api/v1/namespaces/<ns>/services';
const EVENTS = '/api/v1/namespaces/<ns>/events';
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const OLD_TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1beta1' };
const MERGE = { 'content-type': 'application/merge-patch+json' };

/** A request for a table. */
const asTable = (ask: Ask, accept = TABLE): Ask => ({
  ...ask,
  headers: { ...ask.headers, ...accept },
});

const deployment = (name: string, spec: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'b', operator: 'Exists' }] },
    template: {
      metadata: { labels: { app: 'a', b: 'c' } },
      spec: {
        containers: [
          { name: 'web', image: 'example.com/web' },
          { name: 'log', image: 'example.com/log' },
        ],
      },
    },
    ...spec,
  },
});

const applied = (data: object, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  data,
});

function scaleOf(name: string, replicas: number, metadata: object = {}): object {
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name, ...metadata },
    spec: { replicas },
  };
}

const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
const running = { name: 'main', image: 'a', imageID: 'a', ready: true, restartCount: 2 };

/** The forms that people see and write: tables, applies, dry runs, namespaces, names. */
export const presentationScenarios: readonly Scenario[] = [
  {
    name: 'tables of config maps and secrets',
    rows: ['1.8 Table'],
    steps: [
      asTable(get(CONFIG_MAPS)),
      post(CONFIG_MAPS, configMap('a', { labels: { a: 'b' } })),
      post(SECRETS, { ...secret('a'), type: 'example.com/own' }),
      asTable(get(CONFIG_MAPS)),
      asTable(get(`${SECRETS}?includeObject=None`)),
      asTable(get(`${SECRETS}/a?includeObject=Object`)),
      asTable(get(`${SECRETS}/a`), OLD_TABLE),
      asTable(get(`${SECRETS}/none`)),
      asTable(get(`${SECRETS}?includeObject=All`)),
    ],
  },
  {
    name: 'tables in pages',
    rows: ['1.8 Table'],
    steps: [
      ...['a', 'b', 'c'].map((name) => post(SECRETS, secret(name))),
      asTable(get(`${SECRETS}?limit=2&includeObject=None`, 'page')),
      asTable(get(`${SECRETS}?limit=2&includeObject=None&continue=<page.continue>`)),
    ],
  },
  {
    name: 'tables of pods',
    rows: ['1.8 Table'],
    steps: [
      post(PODS, pod('a', {}, 'node')),
      asTable(get(`${PODS}?includeObject=None`)),
      patch(`${PODS}/a/status`, {
        status: { ...status, podIPs: [{ ip: '10.0.0.9' }], containerStatuses: [running] },
      }),
      asTable(get(`${PODS}?includeObject=None`)),
      patch(`${PODS}/a/status`, {
        status: {
          containerStatuses: [
            { ...running, ready: false, state: { waiting: { reason: 'Crash' } } },
          ],
        },
      }),
      asTable(get(`${PODS}?includeObject=None`)),
      patch(`${PODS}/a/status`, {
        status: {
          phase: 'Failed',
          containerStatuses: [
            { ...running, ready: false, state: { terminated: { exitCode: 3, signal: 0 } } },
          ],
        },
      }),
      asTable(get(`${PODS}?includeObject=None`)),
    ].map((step) => (step.method === 'GET' ? step : { ...step, silent: true })),
  },
  {
    name: 'tables of workloads and services',
    rows: ['1.8 Table'],
    steps: [
      post(DEPLOYMENTS, deployment('a')),
      asTable(get(`${DEPLOYMENTS}?includeObject=None`)),
      post(SERVICES, {
        metadata: { name: 'a' },
        spec: {
          clusterIP: 'None',
          selector: { b: 'c', a: 'b' },
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 53, protocol: 'UDP' },
          ],
        },
      }),
      asTable(get(`${SERVICES}?includeObject=None`)),
      post(LEASES, { metadata: { name: 'a' }, spec: { holderIdentity: 'me' } }),
      asTable(get(`${LEASES}?includeObject=None`)),
      post(EVENTS, {
        metadata: { name: 'a' },
        involvedObject: { kind: 'Pod', name: 'p', namespace: '<ns>' },
        reason: 'Started',
        message: ' it runs ',
        type: 'Normal',
        source: { component: 'kubelet', host: 'node' },
      }),
      asTable(get(`${EVENTS}?includeObject=None`)),
      asTable(get(`${NAMESPACES}/<ns>?includeObject=None`)),
    ].map((step) => (step.method === 'GET' ? step : { ...step, silent: true })),
  },
  ...(
    [
      ['jobs', '/apis/batch/v1'],
      ['cronjobs', '/apis/batch/v1'],
      ['statefulsets', '/apis/apps/v1'],
      ['daemonsets', '/apis/apps/v1'],
      ['replicasets', '/apis/apps/v1'],
      ['ingresses', '/apis/networking.k8s.io/v1'],
      ['endpointslices', '/apis/discovery.k8s.io/v1'],
    ] as const
  ).map(([plural, root]): Scenario => ({
    name: `an empty table of ${plural}`,
    rows: ['1.8 Table'],
    steps: [asTable(get(`${root}/namespaces/<ns>/${plural}`))],
  })),
  {
    name: 'tables of custom objects',
    rows: ['1.8 Table'],
    steps: [
      asTable(get(WIDGETS)),
      post(WIDGETS, widget('a')),
      asTable(get(WIDGETS)),
      asTable(get(`${WIDGETS}/a`)),
      asTable(post(WIDGETS, widget('b'))),
      asTable(remove(`${WIDGETS}/b`)),
    ],
  },
  {
    name: 'columns that a definition asks for',
    rows: ['1.8 Table'],
    steps: [
      post(
        DEFINITIONS,
        definition('gizmos', 'Gizmo', [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size', description: 'How large' },
          { name: 'Ratio', type: 'number', jsonPath: '.spec.ratio' },
          { name: 'On', type: 'boolean', jsonPath: '.spec.on' },
          { name: 'Tags', type: 'string', jsonPath: '.spec.tags', priority: 1 },
          { name: 'First', type: 'string', jsonPath: '.spec.tags[0]' },
          { name: 'All', type: 'string', jsonPath: '.spec.tags[*]' },
          { name: 'Deep', type: 'string', jsonPath: '.metadata.annotations.example\\.com/a' },
          {
            name: 'Ready',
            type: 'string',
            jsonPath: '.spec.conditions[?(@.type=="Ready")].status',
          },
          { name: 'When', type: 'date', jsonPath: '.spec.when' },
        ]),
      ),
      until(GIZMOS, 200),
      ...[
        {
          size: 3,
          ratio: 1.5,
          on: true,
          tags: ['x', true],
          conditions: [{ type: 'Ready', status: 'True' }],
          when: '2020-01-01T00:00:00Z',
        },
        { size: 'no', ratio: 2, on: 'yes', tags: 'x', when: 'soon' },
        { size: null, tags: { a: 1 }, conditions: [{ type: 'Other', status: 'True' }] },
        {},
      ].map((spec, at) => ({
        ...post(GIZMOS, {
          apiVersion: 'parity.example.com/v1',
          kind: 'Gizmo',
          metadata: { name: `g${String(at)}`, annotations: { 'example.com/a': 'b' } },
          spec,
        }),
        silent: true,
      })),
      asTable(get(`${GIZMOS}?includeObject=None`)),
      watch('w', `${GIZMOS}?watch=true&includeObject=None`, TABLE),
      frames('w', 5),
    ].map((step) =>
      step.do === 'ask' && step.method !== 'GET' ? { ...step, silent: true } : step,
    ),
  },
  {
    name: 'a watch that sends tables',
    rows: ['1.8 Table', '1.3 Table bookmark'],
    steps: [
      post(SECRETS, secret('a')),
      watch(
        'none',
        `${SECRETS}?watch=true&allowWatchBookmarks=true&includeObject=None&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
        TABLE,
      ),
      watch('metadata', `${SECRETS}?watch=true&allowWatchBookmarks=true`, TABLE),
      watch('object', `${SECRETS}?watch=true&resourceVersion=0&includeObject=Object`, OLD_TABLE),
      post(SECRETS, secret('b')),
      patch(`${SECRETS}/b`, { data: { k: 'Mg==' } }),
      remove(`${SECRETS}/b`),
      frames('none', 5),
      frames('metadata', 5),
      frames('object', 4),
      asTable(get(`${SECRETS}?watch=true&resourceVersion=0&includeObject=All`)),
    ],
  },
  {
    name: 'an expired watch that sends tables',
    rows: ['1.8 Table'],
    steps: [{ ...watch('w', `${SECRETS}?watch=true&resourceVersion=1`, TABLE) }, frames('w', 1)],
  },
  {
    name: 'applies of many managers',
    rows: ['1.5 Conflict'],
    owners: true,
    steps: [
      apply(
        `${SECRETS.replace('secrets', 'configmaps')}/a`,
        'm',
        applied({ x: '1', y: '2' }, { labels: { a: 'b' } }),
      ),
      apply(`${CONFIG_MAPS}/a`, 'm', applied({ x: '1', y: '2' }, { labels: { a: 'b' } })),
      apply(`${CONFIG_MAPS}/a`, 'n', applied({ x: '2', y: '3' })),
      apply(`${CONFIG_MAPS}/a`, 'n', applied({ x: '2' })),
      apply(`${CONFIG_MAPS}/a`, 'n', applied({ x: '1' })),
      apply(`${CONFIG_MAPS}/a`, 'n', applied({ x: '5' }), '&force=true'),
      apply(`${CONFIG_MAPS}/a`, 'm', applied({})),
      get(`${CONFIG_MAPS}/a`),
    ],
  },
  {
    name: 'updates between applies',
    rows: ['1.5 Conflict'],
    owners: true,
    steps: [
      post(
        `${CONFIG_MAPS}?fieldManager=made`,
        applied({ x: '1', y: '1' }, { finalizers: ['a.b/c'] }),
      ),
      apply(`${CONFIG_MAPS}/a`, 'n', applied({ x: '2' })),
      apply(`${CONFIG_MAPS}/a`, 'n', applied({ x: '2' }), '&force=true'),
      patch(`${CONFIG_MAPS}/a?fieldManager=up`, {
        data: { x: '6', z: '1' },
        metadata: { labels: { q: '1' }, finalizers: null },
      }),
      apply(`${CONFIG_MAPS}/a`, 'n', applied({ x: '5', y: '3' })),
      patch(`${CONFIG_MAPS}/a?fieldManager=up`, { data: { z: null } }),
      patch(`${CONFIG_MAPS}/a?fieldManager=other`, { data: { x: '6' } }),
    ],
  },
  {
    name: 'applies of custom objects',
    rows: ['1.5 Conflict'],
    owners: true,
    steps: [
      apply(`${WIDGETS}/a`, 'm', {
        ...widget('a'),
        spec: { size: 1, list: [{ a: 1 }], deep: { x: { y: 1 }, e: {}, l: [] } },
        status: { a: 1 },
      }),
      apply(`${WIDGETS}/a`, 'n', { ...widget('a'), spec: { size: 2, list: [{ a: 2 }] } }),
      apply(`${WIDGETS}/a/status`, 'n', { ...widget('a'), status: { q: { z: 2 } } }),
      apply(`${WIDGETS}/a`, 'm', {
        ...widget('a'),
        spec: { list: [{ a: 1 }], deep: { x: { q: 1 } } },
      }),
      apply(`${WIDGETS}/a/status`, 'm', { ...widget('a'), status: { q: { z: 3 } } }),
      apply(`${WIDGETS}/none/status`, 'm', { ...widget('none'), status: { q: 1 } }),
    ],
  },
  {
    name: 'applies of lists that are merged',
    rows: ['1.5 Conflict'],
    steps: [
      { ...apply(`${DEPLOYMENTS}/a`, 'm', deployment('a')), silent: true },
      apply(`${DEPLOYMENTS}/a`, 'n', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'a' },
        spec: {
          replicas: 4,
          template: {
            spec: {
              containers: [
                { name: 'web', image: 'example.com/other' },
                { name: 'more', image: 'example.com/more' },
              ],
            },
          },
        },
      }),
      get(`${DEPLOYMENTS}/a/scale`),
    ],
  },
  {
    name: 'applies that cannot be',
    rows: ['1.5 Invalid', '1.5 BadRequest'],
    steps: [
      apply(`${CONFIG_MAPS}/a`, '', applied({})),
      apply(`${CONFIG_MAPS}/a`, 'a'.repeat(129), applied({})),
      apply(`${CONFIG_MAPS}/a`, 'm', {}),
      apply(`${CONFIG_MAPS}/a`, 'm', { ...applied({}), kind: 'Secret' }),
      apply(`${CONFIG_MAPS}/a`, 'm', { ...applied({}), apiVersion: 'apps/v1' }),
      apply(`${CONFIG_MAPS}/b`, 'm', applied({})),
      apply(`${CONFIG_MAPS}/b`, 'm', { apiVersion: 'v1', kind: 'ConfigMap' }),
      apply(`${CONFIG_MAPS}/a`, 'm', applied({}, { managedFields: [{ manager: 'x' }] })),
      { ...patch(`${CONFIG_MAPS}/a?force=true`, {}), headers: MERGE },
      apply(`${CONFIG_MAPS}/a`, 'm', applied({ x: '1' }), '&dryRun=All'),
      get(`${CONFIG_MAPS}/a`),
    ],
  },
  {
    name: 'dry runs of every write',
    rows: ['6.7 dry run'],
    steps: [
      post(`${SECRETS}?dryRun=All`, secret('a')),
      post(SECRETS, secret('b')),
      put(`${SECRETS}/b?dryRun=All`, secret('b', {}, 'Mg==')),
      patch(`${SECRETS}/b?dryRun=All`, { data: { k: 'Mg==' } }),
      remove(`${SECRETS}/b?dryRun=All`),
      remove(`${SECRETS}/b`, { dryRun: ['All'] }),
      remove(`${SECRETS}?dryRun=All`),
      remove(SECRETS, { dryRun: ['All'] }),
      post(PODS, pod('a', {}, 'node')),
      remove(`${PODS}/a?dryRun=All`),
      remove(`${PODS}/a?dryRun=All`, { gracePeriodSeconds: 0 }),
      post(WIDGETS, widget('a', { finalizers: ['example.com/a'] })),
      patch(`${WIDGETS}/a?dryRun=All`, { spec: { size: 6 } }),
      patch(`${WIDGETS}/a/status?dryRun=All`, { status: { size: 6 } }),
      remove(`${WIDGETS}/a?dryRun=All`),
      get(SECRETS),
      get(WIDGETS),
    ],
  },
  {
    name: 'dry runs that cannot be',
    rows: ['1.5 Invalid'],
    steps: [
      post(`${SECRETS}?dryRun=Some`, secret('a')),
      put(`${SECRETS}/a?dryRun=Some`, secret('a')),
      patch(`${SECRETS}/a?dryRun=Some`, {}),
      remove(`${SECRETS}/a?dryRun=Some`),
      remove(`${SECRETS}/a`, { dryRun: ['Some'] }),
      remove(`${SECRETS}?dryRun=Some`),
      post(`${WIDGETS}?dryRun=`, widget('a')),
    ],
  },
  {
    name: 'a namespace is made and goes',
    rows: ['1.5 Forbidden'],
    steps: [
      post(NAMESPACES, { metadata: { name: '<ns>-own' } }),
      patch(`${NAMESPACES}/<ns>-own`, {
        metadata: { labels: { 'kubernetes.io/metadata.name': 'other', a: 'b' } },
        spec: { finalizers: null },
      }),
      post(`${NAMESPACES}/<ns>-own/configmaps`, configMap('kept', { finalizers: ['a.b/c'] })),
      remove(`${NAMESPACES}/<ns>-own?dryRun=All`),
      remove(`${NAMESPACES}/<ns>-own`),
      post(`${NAMESPACES}/<ns>-own/configmaps`, configMap('more')),
      post('/apis/parity.example.com/v1/namespaces/<ns>-own/widgets', widget('more')),
      remove(`${NAMESPACES}/<ns>-own`),
      ...['default', 'kube-system', 'kube-public'].map((name) => remove(`${NAMESPACES}/${name}`)),
      remove(NAMESPACES),
      remove(`${NAMESPACES}/<ns>-none`),
    ],
  },
  {
    name: 'names of each kind',
    rows: ['1.5 Invalid'],
    steps: [
      post(NAMESPACES, { metadata: { name: 'a.b' } }),
      post(LEASES, { metadata: { name: 'A_b' } }),
      post(SECRETS, secret('a'.repeat(254))),
      post(SECRETS, secret('.')),
      post(SECRETS, secret('a.-b')),
      post(WIDGETS, widget('a'.repeat(300))),
      {
        ...post(EVENTS, { metadata: { name: 'A_b' }, involvedObject: { namespace: '<ns>' } }),
        silent: true,
      },
      get(`${EVENTS}/A_b`, undefined, METADATA),
      put(`${SECRETS}/A_b`, secret('A_b')),
    ],
  },
  {
    // They may begin with a digit since 1.36.
    name: 'names of services',
    newestRelease: true,
    rows: ['1.5 Invalid'],
    steps: [post(SERVICES, { metadata: { name: '1A' }, spec: { ports: [{ port: 80 }] } })],
  },
  {
    name: 'paths of custom objects that are not there',
    rows: ['1.5 MethodNotAllowed', '1.5 NotFound'],
    steps: [
      post(`${WIDGETS}/b`, widget('a')),
      { ...patch(WIDGETS, {}), headers: { 'content-type': 'application/json' } },
      patch(WIDGETS, {}),
      put(WIDGETS, widget('a')),
      remove(`${WIDGETS}/a/status`),
      post(`${WIDGETS}/a/status`, {}),
      get(`${WIDGETS}/a/other`),
      ...[get, remove].map((ask) => ask('/apis/parity.example.com/v1/widgets/a')),
      post('/apis/parity.example.com/v1/widgets', widget('a')),
      put('/apis/parity.example.com/v1/widgets', widget('a')),
      remove('/apis/parity.example.com/v1/widgets'),
    ],
  },
  {
    name: 'the scale of a deployment',
    rows: ['1.5 Conflict', '1.5 Invalid'],
    steps: [
      { ...post(DEPLOYMENTS, deployment('a')), silent: true },
      get(`${DEPLOYMENTS}/a/scale`),
      put(`${DEPLOYMENTS}/a/scale`, scaleOf('a', 5)),
      put(`${DEPLOYMENTS}/a/scale`, scaleOf('a', 6, { resourceVersion: '1' })),
      put(`${DEPLOYMENTS}/a/scale`, scaleOf('a', -5)),
      patch(`${DEPLOYMENTS}/a/scale`, { spec: { replicas: 7 } }),
      patch(`${DEPLOYMENTS}/a/scale?dryRun=All`, { spec: { replicas: 8 } }),
      get(`${DEPLOYMENTS}/a/scale`),
      get(`${DEPLOYMENTS}/none/scale`),
    ],
  },
];
