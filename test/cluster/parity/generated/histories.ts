import fc, { type Arbitrary } from 'fast-check';

import { type Ask } from '../scenario.js';
import { PATHS, type Plural, objectOf } from './objects.js';
import { type History } from './play.js';

/** A history of one kind of objects, with the collection that is watched meanwhile. */
export function histories(plurals: readonly Plural[]): Arbitrary<History> {
  return fc
    .tuple(fc.constantFrom(...plurals), fc.boolean())
    .chain(([plural, isOnNode]) =>
      fc
        .array(stepOf(plural, isOnNode), { minLength: 2, maxLength: 12 })
        .map((asks) => ({ asks, watched: [PATHS[plural]] })),
    );
}

export const CUSTOM: readonly Plural[] = ['widgets', 'typed'];
export const BUILT_IN: readonly Plural[] = [
  'configmaps',
  'secrets',
  'pods',
  'deployments',
  'leases',
];

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY = 'application/apply-patch+yaml';

const names = fc.constantFrom('a', 'a', 'a', 'b');
const texts = fc.constantFrom('x', 'y', '');
const managers = fc.constantFrom('m', 'n');
const numbers = fc.constantFrom(0, 1, 2);

type Fields = Readonly<Record<string, unknown>>;

function stepOf(plural: Plural, isOnNode: boolean): Arbitrary<Ask> {
  const objects = contentOf(plural, isOnNode);

  return fc.oneof(
    { weight: 4, arbitrary: creation(plural, objects) },
    { weight: 3, arbitrary: update(plural, objects) },
    { weight: 4, arbitrary: patch(plural, objects) },
    { weight: 6, arbitrary: application(plural, objects) },
    { weight: 2, arbitrary: deletion(plural) },
    ...(plural === 'leases' || plural === 'configmaps' || plural === 'secrets'
      ? []
      : [{ weight: 2, arbitrary: statusWrite(plural) }]),
    ...(plural === 'deployments' || plural === 'typed'
      ? [{ weight: 1, arbitrary: scaleWrite(plural) }]
      : []),
  );
}

function ask(method: Ask['method'], path: string, body?: unknown, type?: string): Ask {
  return {
    do: 'ask',
    method,
    path,
    body,
    headers: type === undefined ? undefined : { 'content-type': type },
  };
}

function creation(plural: Plural, objects: Arbitrary<Fields>): Arbitrary<Ask> {
  return fc
    .tuple(names, objects, metadata(), queries('fieldManager', 'dryRun'))
    .map(([name, content, meta, query]) =>
      ask('POST', `${PATHS[plural]}${query}`, assembled(plural, name, content, meta)),
    );
}

function update(plural: Plural, objects: Arbitrary<Fields>): Arbitrary<Ask> {
  const versions = fc.constantFrom('rv', 'rv', 'rv', 'first', 'none');

  return fc
    .tuple(names, objects, metadata(), versions, queries('fieldManager', 'dryRun'))
    .map(([name, content, meta, version, query]) =>
      ask(
        'PUT',
        `${PATHS[plural]}/${name}${query}`,
        assembled(plural, name, content, {
          ...meta,
          ...(version !== 'none' && { resourceVersion: `<${plural}/${name} ${version}>` }),
        }),
      ),
    );
}

function patch(plural: Plural, objects: Arbitrary<Fields>): Arbitrary<Ask> {
  const merge = fc
    .tuple(objects, metadata(), fc.boolean())
    .map(([content, meta, bare]): Fields => ({
      ...(bare ? {} : content),
      ...(Object.keys(meta).length > 0 && { metadata: nulled(meta) }),
    }));
  const types =
    plural === 'widgets' || plural === 'typed'
      ? fc.constant(MERGE_PATCH)
      : fc.constantFrom(MERGE_PATCH, STRATEGIC_PATCH, STRATEGIC_PATCH);
  const merges = fc.tuple(merge, types).map(([body, type]) => ({ body: body, type }));
  const operations = fc
    .array(operationOf(plural), { minLength: 1, maxLength: 2 })
    .map((body) => ({ body: body, type: JSON_PATCH }));

  return fc
    .tuple(
      names,
      fc.oneof({ weight: 3, arbitrary: merges }, { weight: 1, arbitrary: operations }),
      queries('fieldManager', 'dryRun'),
    )
    .map(([name, { body, type }, query]) =>
      ask('PATCH', `${PATHS[plural]}/${name}${query}`, body, type),
    );
}

function application(plural: Plural, objects: Arbitrary<Fields>): Arbitrary<Ask> {
  return fc
    .tuple(names, objects, metadata(), managers, fc.boolean())
    .map(([name, content, meta, manager, force]) =>
      ask(
        'PATCH',
        `${PATHS[plural]}/${name}?fieldManager=${manager}${force ? '&force=true' : ''}`,
        assembled(plural, name, content, meta),
        APPLY,
      ),
    );
}

function deletion(plural: Plural): Arbitrary<Ask> {
  const options = fc.constantFrom<unknown>(
    undefined,
    undefined,
    undefined,
    { propagationPolicy: 'Foreground' },
    { propagationPolicy: 'Background' },
    { propagationPolicy: 'Orphan' },
    { gracePeriodSeconds: 0 },
    { dryRun: ['All'] },
    { preconditions: { resourceVersion: `<${plural}/a rv>` } },
  );
  const one = fc
    .tuple(names, options)
    .map(([name, body]) => ask('DELETE', `${PATHS[plural]}/${name}`, body));
  const many = fc
    .constantFrom('', '?labelSelector=l%3Dx')
    .map((query) => ask('DELETE', `${PATHS[plural]}${query}`));

  return plural === 'services'
    ? one
    : fc.oneof({ weight: 5, arbitrary: one }, { weight: 1, arbitrary: many });
}

function statusWrite(plural: Plural): Arbitrary<Ask> {
  return fc
    .tuple(names, statusOf(plural), metadata(), fc.boolean())
    .map(([name, status, meta, withMeta]) =>
      ask(
        'PATCH',
        `${PATHS[plural]}/${name}/status`,
        { status, ...(withMeta && Object.keys(meta).length > 0 && { metadata: nulled(meta) }) },
        MERGE_PATCH,
      ),
    );
}

/** The number is never the one before, because a scale that changes nothing is in the table of differences. */
function scaleWrite(plural: Plural): Arbitrary<Ask> {
  return fc
    .tuple(names, fc.integer({ min: 10, max: 1_000_000 }))
    .map(([name, replicas]) =>
      ask('PATCH', `${PATHS[plural]}/${name}/scale`, { spec: { replicas } }, MERGE_PATCH),
    );
}

function queries(...options: readonly ('fieldManager' | 'dryRun')[]): Arbitrary<string> {
  const manager = options.includes('fieldManager')
    ? fc.constantFrom('', '', 'fieldManager=m', 'fieldManager=u')
    : fc.constant('');
  const dryRun = fc.constantFrom('', '', '', '', '', '', 'dryRun=All');

  return fc
    .tuple(manager, dryRun)
    .map((parts) => parts.filter((part) => part !== '').join('&'))
    .map((query) => (query === '' ? '' : `?${query}`));
}

/** Labels, annotations and finalizers, most often none. */
function metadata(): Arbitrary<Fields> {
  return fc
    .record(
      {
        labels: fc.record({ l: texts, k: texts }, { requiredKeys: ['l'] }),
        annotations: fc.record({ n: texts, o: texts }, { requiredKeys: ['n'] }),
        finalizers: fc.subarray(['example.com/f', 'example.com/g'], { minLength: 1 }),
      },
      { requiredKeys: [] },
    )
    .chain((meta) => fc.constantFrom({}, meta));
}

/** As a merge patch, that removes empty parts. */
function nulled(meta: Fields): Fields {
  return Object.fromEntries(
    Object.entries(meta).map(([name, part]) => [
      name,
      JSON.stringify(part) === '{}' || JSON.stringify(part) === '[]' ? null : part,
    ]),
  );
}

/** A whole object of a kind, with random content. */
function assembled(plural: Plural, name: string, content: Fields, meta: Fields): object {
  const { apiVersion, kind } = objectOf(plural, name) as Fields;

  return { apiVersion, kind, metadata: { name, ...meta }, ...content };
}

function contentOf(plural: Plural, isOnNode: boolean): Arbitrary<Fields> {
  switch (plural) {
    case 'widgets':
      return fc.record({ spec: openValue() }, { requiredKeys: [] });
    case 'typed':
      return fc.record({ spec: typedSpec() }, { requiredKeys: [] });
    case 'configmaps':
      return fc.record(
        {
          data: fc.record({ a: texts, b: texts }, { requiredKeys: [] }),
          immutable: fc.constant(false),
        },
        { requiredKeys: [] },
      );
    case 'secrets':
      return fc.record(
        {
          data: fc.record(
            { a: fc.constantFrom('MQ==', 'Mg=='), b: fc.constant('MQ==') },
            { requiredKeys: [] },
          ),
          stringData: fc.record({ a: texts, c: texts }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      );
    case 'leases':
      return fc.record({
        spec: fc.record(
          {
            holderIdentity: fc.constantFrom('x', 'y'),
            leaseDurationSeconds: fc.constantFrom(1, 2),
          },
          { requiredKeys: [] },
        ),
      });
    case 'pods':
      return podContent(isOnNode);
    default:
      return deploymentContent();
  }
}

/** Any content, since the custom resource has no schema. */
function openValue(): Arbitrary<unknown> {
  const leaf = fc.constantFrom<unknown>(1, 'x', true, {}, [], ['x'], 9_007_199_254_740_991);

  return fc.record(
    {
      a: leaf,
      b: fc.record({ c: leaf, d: leaf }, { requiredKeys: [] }),
      list: fc.array(leaf, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
}

function typedSpec(): Arbitrary<unknown> {
  const item = fc.record(
    { name: fc.constantFrom('p', 'q', 'r'), value: numbers, note: texts },
    { requiredKeys: ['name'] },
  );
  const words = fc.constantFrom('x', 'y', 'z');

  return fc.record(
    {
      replicas: numbers,
      items: fc.uniqueArray(item, { maxLength: 3, selector: ({ name }) => name }),
      words: fc.uniqueArray(words, { maxLength: 3 }),
      plain: fc.array(words, { maxLength: 2 }),
      map: fc.record({ x: texts, y: texts }, { requiredKeys: [] }),
      atomic: fc.record({ x: texts, y: texts }, { requiredKeys: [] }),
      open: openValue(),
      inner: fc.record({ a: texts, b: numbers }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
}

/** The node of a pod cannot change, so that all pods of a history have one or none has. */
function podContent(isOnNode: boolean): Arbitrary<Fields> {
  return fc.constantFrom('example.com/a', 'example.com/b').map((image) => ({
    spec: { containers: [{ name: 'app', image }], ...(isOnNode && { nodeName: 'n' }) },
  }));
}

function deploymentContent(): Arbitrary<Fields> {
  const labels = { app: 'd' };
  const container = fc.record(
    {
      name: fc.constantFrom('app', 'side'),
      image: fc.constantFrom('example.com/a', 'example.com/b'),
      env: fc.uniqueArray(fc.record({ name: fc.constantFrom('A', 'B'), value: texts }), {
        maxLength: 2,
        selector: ({ name }) => name,
      }),
    },
    { requiredKeys: ['name', 'image'] },
  );

  return fc
    .record(
      {
        replicas: numbers,
        containers: fc.uniqueArray(container, {
          minLength: 1,
          maxLength: 2,
          selector: ({ name }) => name,
        }),
      },
      // The number of replicas has a default, and a request may later give the same number.
      { requiredKeys: ['containers', 'replicas'] },
    )
    .map(({ containers, ...rest }) => ({
      spec: {
        ...rest,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    }));
}

function statusOf(plural: Plural): Arbitrary<unknown> {
  switch (plural) {
    case 'widgets':
      return openValue();
    case 'typed':
      return fc.record({ replicas: numbers, phase: texts }, { requiredKeys: [] });
    case 'pods':
      return fc.record({ message: texts, reason: texts }, { requiredKeys: [] });
    default:
      return fc.record({ observedGeneration: fc.constantFrom(1, 2) }, { requiredKeys: [] });
  }
}

function operationOf(plural: Plural): Arbitrary<unknown> {
  const common = [
    { op: 'add', path: '/metadata/labels', value: { l: 'x' } },
    { op: 'remove', path: '/metadata/labels' },
    { op: 'test', path: '/metadata/name', value: 'a' },
    { op: 'add', path: '/metadata/labels/l', value: 'y' },
    { op: 'remove', path: '/metadata/finalizers/0' },
  ];
  const own =
    plural === 'widgets' || plural === 'typed'
      ? [
          { op: 'add', path: '/spec', value: {} },
          { op: 'copy', from: '/metadata/name', path: '/metadata/labels/l' },
        ]
      : [];

  return fc.constantFrom<unknown>(...common, ...own);
}
