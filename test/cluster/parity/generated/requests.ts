import { type Ask } from '../scenario.js';
import { PATHS, type Plural, objectOf } from './objects.js';

/** One request that is compared, after others that prepare for it. */
export interface RequestCase {
  readonly name: string;
  readonly asks: readonly Ask[];
}

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY = 'application/apply-patch+yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const JSON_TYPE = 'application/json';

/** Namespaced kinds that are used for requests of all verbs. */
const COMMON: readonly Plural[] = ['widgets', 'typed', 'configmaps', 'pods', 'deployments'];
const ALL = Object.keys(PATHS) as readonly Plural[];
const WITH_STATUS: readonly Plural[] = [
  'widgets',
  'pods',
  'services',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'ingresses',
  'nodes',
  'namespaces',
];
const WITH_SCALE: readonly Plural[] = ['typed', 'deployments', 'replicasets', 'statefulsets'];

function ask(
  method: Ask['method'],
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Ask {
  return { do: 'ask', method, path, body, headers };
}

/** Cluster-scoped objects need names of their own, since they have no namespace. */
function nameIn(plural: Plural): string {
  return plural === 'nodes' || plural === 'namespaces' ? '<ns>-a' : 'a';
}

function one(plural: Plural, part = ''): string {
  return `${PATHS[plural]}/${nameIn(plural)}${part}`;
}

function make(plural: Plural, metadata: Readonly<Record<string, unknown>> = {}): Ask {
  return ask('POST', PATHS[plural], objectOf(plural, nameIn(plural), metadata));
}

function patch(plural: Plural, type: string, body: unknown, part = '', query = ''): Ask {
  return ask('PATCH', `${one(plural, part)}${query}`, body, { 'content-type': type });
}

/** The request of a case, on an object that exists, and the object as it is afterwards. */
function onExisting(plural: Plural, request: Ask, title = ''): RequestCase {
  return {
    name: `${title === '' ? '' : `${title}: `}${request.method} ${request.path} ${Object.values(
      request.headers ?? {},
    ).join(' ')} ${JSON.stringify(request.body ?? '')}`,
    asks: [make(plural), request, ask('GET', one(plural))],
  };
}

function alone(request: Ask): RequestCase {
  return {
    name: `alone: ${request.method} ${request.path} ${Object.values(request.headers ?? {}).join(
      ' ',
    )} ${JSON.stringify(request.body ?? '')}`,
    asks: [request],
  };
}

function accepting(accept: string): Readonly<Record<string, string>> {
  return { accept };
}

function labelled(plural: Plural): object {
  return objectOf(plural, nameIn(plural), { labels: { a: 'b' }, annotations: { c: 'd' } });
}

function versioned(plural: Plural, version: string): object {
  return objectOf(plural, nameIn(plural), {
    labels: { a: 'b' },
    resourceVersion: version.replace('PLURAL', `${plural}/${nameIn(plural)}`),
  });
}

function creations(): readonly RequestCase[] {
  const create = (plural: Plural, query: string, body = objectOf(plural, nameIn(plural))) =>
    alone(ask('POST', `${PATHS[plural]}${query}`, body));

  return [
    ...ALL.map((plural) => create(plural, '')),
    ...ALL.map((plural) => create(plural, '?fieldManager=m', labelled(plural))),
    ...COMMON.flatMap((plural) => [
      create(plural, '?dryRun=All'),
      create(plural, '?dryRun=Some'),
      create(plural, '?dryRun='),
      create(plural, '?fieldValidation=Strict'),
      create(plural, '?fieldValidation=Nonsense'),
      create(plural, `?fieldManager=${'m'.repeat(129)}`),
      create(plural, '?pretty=true'),
      create(plural, '', { ...objectOf(plural, nameIn(plural)), metadata: { generateName: 'g-' } }),
      create(plural, '', { ...objectOf(plural, nameIn(plural)), metadata: {} }),
      onExisting(plural, make(plural), 'again'),
    ]),
    alone(
      ask(
        'POST',
        PATHS.configmaps,
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n',
        { 'content-type': 'application/yaml' },
      ),
    ),
    alone(
      ask(
        'POST',
        PATHS.widgets,
        'apiVersion: parity.example.com/v1\nkind: Widget\nmetadata: {name: a}\n',
        { 'content-type': 'application/yaml' },
      ),
    ),
    alone(
      ask('POST', PATHS.configmaps, objectOf('configmaps', 'a'), {
        'content-type': 'application/json; charset=utf-8',
      }),
    ),
    alone(
      ask('POST', PATHS.configmaps, objectOf('configmaps', 'a'), { 'content-type': 'text/plain' }),
    ),
    alone(ask('POST', PATHS.configmaps, '', {})),
    alone(ask('POST', PATHS.configmaps, '{"kind":"ConfigMap"', {})),
    alone(
      ask('POST', PATHS.configmaps, { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'a' } }),
    ),
    alone(
      ask('POST', PATHS.configmaps, {
        kind: 'ConfigMap',
        apiVersion: 'v2',
        metadata: { name: 'a' },
      }),
    ),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'A_b'))),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'a', { namespace: 'other' }))),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'a', { resourceVersion: '7' }))),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'a', { labels: { a: 1 } }))),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'a', { labels: { 'a b': 'c' } }))),
    alone(ask('POST', PATHS.widgets, objectOf('widgets', 'a', { labels: { a: 'b c' } }))),
    alone(
      ask('POST', PATHS.configmaps, objectOf('configmaps', 'a', { annotations: { 'a b': 'c' } })),
    ),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'a', { finalizers: ['no slash'] }))),
    alone(ask('POST', PATHS.widgets, objectOf('widgets', 'a', { finalizers: ['plain'] }))),
    alone(
      ask(
        'POST',
        PATHS.configmaps,
        objectOf('configmaps', 'a', { ownerReferences: [{ kind: 'Pod' }] }),
      ),
    ),
    alone(
      ask(
        'POST',
        PATHS.configmaps,
        objectOf('configmaps', 'a', {
          ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }],
        }),
      ),
    ),
    alone(
      ask('POST', PATHS.widgets, objectOf('widgets', 'a', { managedFields: [{ manager: 'm' }] })),
    ),
    alone(ask('POST', PATHS.widgets, { ...objectOf('widgets', 'a'), status: { a: 1 } })),
    alone(ask('POST', PATHS.typed, { ...objectOf('typed', 'a'), status: { phase: 'x' } })),
    alone(ask('POST', PATHS.secrets, { metadata: { name: 'a' }, stringData: { a: 'b' } })),
    alone(ask('POST', one('configmaps'), objectOf('configmaps', 'a'))),
    alone(ask('POST', one('widgets'), objectOf('widgets', 'a'))),
    alone(ask('POST', '/api/v1/configmaps', objectOf('configmaps', 'a'))),
    alone(ask('POST', '/api/v1/namespaces/missing/configmaps', objectOf('configmaps', 'a'))),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'a'), accepting(TABLE))),
    alone(ask('POST', PATHS.configmaps, objectOf('configmaps', 'a'), accepting(METADATA))),
  ];
}

function reads(): readonly RequestCase[] {
  return [
    ...ALL.map((plural) => onExisting(plural, ask('GET', one(plural)))),
    ...COMMON.flatMap((plural) => [
      onExisting(plural, ask('GET', one(plural), undefined, accepting(METADATA))),
      onExisting(plural, ask('GET', one(plural), undefined, accepting(TABLE))),
      onExisting(plural, ask('GET', `${one(plural)}?resourceVersion=0`)),
      onExisting(plural, ask('GET', `${one(plural)}?resourceVersion=x`)),
      onExisting(plural, ask('GET', `${one(plural)}?pretty=true`)),
      onExisting(plural, ask('GET', PATHS[plural])),
      onExisting(plural, ask('GET', `${PATHS[plural]}?labelSelector=a%3Db`)),
      onExisting(plural, ask('GET', `${PATHS[plural]}?labelSelector=a%3D%3D%3D`)),
      onExisting(plural, ask('GET', `${PATHS[plural]}?fieldSelector=metadata.name%3Da`)),
      onExisting(plural, ask('GET', `${PATHS[plural]}?fieldSelector=spec.none%3Da`)),
      onExisting(plural, ask('GET', `${PATHS[plural]}?limit=1`)),
      onExisting(plural, ask('GET', `${PATHS[plural]}?limit=x`)),
      onExisting(plural, ask('GET', PATHS[plural], undefined, accepting(METADATA_LIST))),
      onExisting(plural, ask('GET', PATHS[plural], undefined, accepting(TABLE))),
      onExisting(
        plural,
        ask('GET', `${PATHS[plural]}?watch=true&timeoutSeconds=1&resourceVersion=<${plural}/a rv>`),
      ),
      alone(ask('GET', one(plural))),
    ]),
    onExisting(
      'configmaps',
      ask('GET', one('configmaps'), undefined, accepting('application/yaml')),
    ),
    onExisting(
      'configmaps',
      ask('GET', PATHS.configmaps, undefined, accepting('application/yaml')),
    ),
    onExisting('widgets', ask('GET', one('widgets'), undefined, accepting('application/yaml'))),
    onExisting('configmaps', ask('GET', one('configmaps'), undefined, accepting('text/html'))),
    onExisting(
      'configmaps',
      ask('GET', one('configmaps'), undefined, accepting('text/html,*/*;q=0.8')),
    ),
    onExisting('widgets', ask('GET', one('widgets'), undefined, accepting(PROTOBUF))),
    onExisting(
      'widgets',
      ask('GET', one('widgets'), undefined, accepting(`${PROTOBUF},${JSON_TYPE}`)),
    ),
    onExisting(
      'configmaps',
      ask(
        'GET',
        one('configmaps'),
        undefined,
        accepting('application/json;as=Nonsense;g=meta.k8s.io;v=v1'),
      ),
    ),
    onExisting('configmaps', ask('GET', one('configmaps'), undefined, accepting(METADATA_LIST))),
    alone(ask('GET', '/api/v1/nonsense')),
    alone(ask('GET', '/apis/nonsense/v1/things')),
    alone(ask('GET', '/nonsense')),
    alone(ask('GET', `${PATHS.pods}/a/nonsense`)),
    alone(ask('GET', `${PATHS.widgets}/a/nonsense`)),
  ];
}

function updates(): readonly RequestCase[] {
  return [
    ...ALL.map((plural) =>
      onExisting(plural, ask('PUT', one(plural), versioned(plural, '<PLURAL rv>'))),
    ),
    ...COMMON.flatMap((plural) => [
      onExisting(plural, ask('PUT', one(plural), labelled(plural))),
      onExisting(plural, ask('PUT', one(plural), versioned(plural, '1'))),
      onExisting(plural, ask('PUT', `${one(plural)}?dryRun=All`, versioned(plural, '<PLURAL rv>'))),
      onExisting(
        plural,
        ask('PUT', `${one(plural)}?fieldManager=m`, versioned(plural, '<PLURAL rv>')),
      ),
      onExisting(plural, ask('PUT', one(plural), objectOf(plural, 'other'))),
      onExisting(
        plural,
        ask(
          'PUT',
          one(plural),
          objectOf(plural, 'a', { uid: 'other', resourceVersion: `<${plural}/a rv>` }),
        ),
      ),
      alone(ask('PUT', one(plural), objectOf(plural, 'a'))),
      alone(ask('PUT', PATHS[plural], objectOf(plural, 'a'))),
    ]),
  ];
}

function patches(): readonly RequestCase[] {
  const merge = { metadata: { labels: { a: 'b' } } };
  const operations = [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }];

  return [
    ...ALL.flatMap((plural) => [
      onExisting(plural, patch(plural, MERGE_PATCH, merge)),
      onExisting(plural, patch(plural, APPLY, labelled(plural), '', '?fieldManager=m&force=true')),
    ]),
    ...COMMON.flatMap((plural) => [
      onExisting(plural, patch(plural, STRATEGIC_PATCH, merge)),
      onExisting(plural, patch(plural, JSON_PATCH, operations)),
      onExisting(
        plural,
        patch(plural, JSON_PATCH, [{ op: 'test', path: '/metadata/name', value: 'b' }]),
      ),
      onExisting(plural, patch(plural, JSON_PATCH, [{ op: 'remove', path: '/none/none' }])),
      onExisting(plural, patch(plural, MERGE_PATCH, merge, '', '?dryRun=All')),
      onExisting(plural, patch(plural, MERGE_PATCH, merge, '', '?fieldManager=m')),
      onExisting(plural, patch(plural, MERGE_PATCH, merge, '', '?force=true')),
      onExisting(plural, patch(plural, MERGE_PATCH, { metadata: { resourceVersion: '1' } })),
      onExisting(plural, patch(plural, MERGE_PATCH, { metadata: { name: 'b' } })),
      onExisting(plural, patch(plural, MERGE_PATCH, [])),
      onExisting(plural, patch(plural, APPLY, labelled(plural))),
      onExisting(plural, patch(plural, APPLY, { metadata: { name: 'a' } }, '', '?fieldManager=m')),
      alone(patch(plural, APPLY, labelled(plural), '', '?fieldManager=m')),
      alone(patch(plural, APPLY, labelled(plural), '', '?fieldManager=m&dryRun=All')),
      alone(patch(plural, MERGE_PATCH, merge)),
    ]),
    onExisting(
      'configmaps',
      patch(
        'configmaps',
        APPLY,
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: two}\n',
        '',
        '?fieldManager=m',
      ),
    ),
    onExisting(
      'configmaps',
      patch(
        'configmaps',
        'application/apply-patch+json',
        labelled('configmaps'),
        '',
        '?fieldManager=m',
      ),
    ),
    onExisting(
      'configmaps',
      patch('configmaps', APPLY, labelled('configmaps'), '', '?fieldManager=m&force=nonsense'),
    ),
  ];
}

function deletions(): readonly RequestCase[] {
  return [
    ...ALL.map((plural) => onExisting(plural, ask('DELETE', one(plural)))),
    ...COMMON.flatMap((plural) => [
      onExisting(plural, ask('DELETE', `${one(plural)}?dryRun=All`)),
      onExisting(plural, ask('DELETE', `${one(plural)}?propagationPolicy=Foreground`)),
      onExisting(plural, ask('DELETE', `${one(plural)}?propagationPolicy=Background`)),
      onExisting(plural, ask('DELETE', one(plural), { propagationPolicy: 'Orphan' })),
      onExisting(plural, ask('DELETE', `${one(plural)}?propagationPolicy=Nonsense`)),
      onExisting(
        plural,
        ask('DELETE', one(plural), { propagationPolicy: 'Orphan', orphanDependents: true }),
      ),
      onExisting(plural, ask('DELETE', one(plural), { orphanDependents: true })),
      onExisting(plural, ask('DELETE', one(plural), { orphanDependents: false })),
      onExisting(plural, ask('DELETE', `${one(plural)}?gracePeriodSeconds=0`)),
      onExisting(plural, ask('DELETE', `${one(plural)}?gracePeriodSeconds=x`)),
      onExisting(plural, ask('DELETE', one(plural), { preconditions: { uid: 'other' } })),
      onExisting(
        plural,
        ask('DELETE', one(plural), { preconditions: { resourceVersion: `<${plural}/a rv>` } }),
      ),
      onExisting(plural, ask('DELETE', one(plural), '[]')),
      onExisting(plural, ask('DELETE', PATHS[plural])),
      onExisting(plural, ask('DELETE', `${PATHS[plural]}?labelSelector=none`)),
      onExisting(plural, ask('DELETE', `${PATHS[plural]}?dryRun=All`)),
      alone(ask('DELETE', one(plural))),
    ]),
    onExisting(
      'configmaps',
      ask('DELETE', one('configmaps'), 'propagationPolicy: Orphan', {
        'content-type': 'application/yaml',
      }),
    ),
    onExisting(
      'configmaps',
      ask('DELETE', one('configmaps'), {}, { 'content-type': 'text/plain' }),
    ),
    onExisting(
      'configmaps',
      ask('DELETE', one('configmaps'), { kind: 'DeleteOptions', apiVersion: 'v1' }),
    ),
    onExisting(
      'configmaps',
      ask('DELETE', one('configmaps'), { kind: 'Nonsense', apiVersion: 'v1' }),
    ),
  ];
}

function subresources(): readonly RequestCase[] {
  const note = { metadata: { annotations: { x: '1' }, labels: { c: 'd' } } };
  const scaled = (replicas: unknown) => ({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'a', namespace: '<ns>' },
    spec: { replicas },
  });

  return [
    ...WITH_STATUS.flatMap((plural) => [
      onExisting(plural, ask('GET', one(plural, '/status'))),
      onExisting(plural, patch(plural, MERGE_PATCH, note, '/status')),
    ]),
    ...(['widgets', 'deployments', 'pods'] as const).flatMap((plural) => [
      onExisting(plural, ask('PUT', one(plural, '/status'), versioned(plural, '<PLURAL rv>'))),
      onExisting(
        plural,
        patch(
          plural,
          APPLY,
          {
            ...objectOf(plural, 'a'),
            spec: undefined,
            status: { conditions: [{ type: 'T', status: 'True', lastTransitionTime: null }] },
          },
          '/status',
          '?fieldManager=m',
        ),
      ),
      onExisting(plural, ask('POST', one(plural, '/status'), objectOf(plural, 'a'))),
      onExisting(plural, ask('DELETE', one(plural, '/status'))),
    ]),
    ...WITH_SCALE.flatMap((plural) => [
      onExisting(plural, ask('GET', one(plural, '/scale'))),
      onExisting(plural, ask('PUT', one(plural, '/scale'), scaled(3))),
      onExisting(plural, ask('PUT', one(plural, '/scale'), scaled(-1))),
      onExisting(plural, ask('PUT', one(plural, '/scale'), scaled('x'))),
      onExisting(plural, patch(plural, MERGE_PATCH, { spec: { replicas: 2 } }, '/scale')),
      onExisting(
        plural,
        patch(plural, JSON_PATCH, [{ op: 'replace', path: '/spec/replicas', value: 4 }], '/scale'),
      ),
      onExisting(
        plural,
        patch(plural, MERGE_PATCH, { spec: { replicas: 2 } }, '/scale', '?dryRun=All'),
      ),
    ]),
    onExisting(
      'deployments',
      patch('deployments', MERGE_PATCH, { spec: { replicas: 1 } }, '/scale'),
      'without a change',
    ),
    alone(ask('GET', one('deployments', '/scale'))),
    alone(ask('GET', one('pods', '/status'))),
    onExisting(
      'pods',
      ask('POST', one('pods', '/binding'), {
        metadata: { name: 'a' },
        target: { kind: 'Node', name: 'n' },
      }),
    ),
    onExisting(
      'pods',
      ask('POST', one('pods', '/eviction'), {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'a' },
      }),
    ),
    onExisting(
      'namespaces',
      ask('PUT', one('namespaces', '/finalize'), {
        metadata: { name: '<ns>-a' },
        spec: { finalizers: [] },
      }),
    ),
  ];
}

/** One request of each verb, subresource, content type and option. */
export const requestCases: readonly RequestCase[] = [
  ...creations(),
  ...reads(),
  ...updates(),
  ...patches(),
  ...deletions(),
  ...subresources(),
];
