import {
  type ExponentialOptions,
  type SnapshotsOptions,
  type StreamListOptions,
  type Transport,
  cacheReduce,
  chunkedJson,
  deferredJson,
  exponential,
  idleLimit,
  listPages,
  listThenWatch,
  openWatch,
  relistOn410,
  resumeFrom,
  snapshots,
  streamList,
  watchEvents,
  withPace,
} from '@rxkube/operators';
import { createApiServer } from '@rxkube/apiserver';
import { reconcile } from '@rxkube/control';
import { fromKubeConfig, inCluster, kubeconfig, nodeTransport } from '@rxkube/undici';
import { NEVER, defer, isObservable } from 'rxjs';
import { watch } from 'rxkube';
import { describe, expect, it, vi } from 'vitest';

import { linesFormat } from '../support/lines-format.js';
import { type Thing, things, version } from './kube.js';

type Options = SnapshotsOptions<Thing> & StreamListOptions & ExponentialOptions;
type Policy = Exclude<keyof Options, 'namespace' | 'name' | 'labelSelector' | 'fieldSelector'>;

const NO_FUNCTION = [null, 5, 'x', {}];
const NO_LIMIT = [null, 0, -1, Number.NaN, '500', {}];
const NO_CHOICE = [null, 5, 'x', true];
const NO_FLAG = [null, 0, 'false'];

/** Wrong values for each option. The compiler requires a row for a new option. */
const wrong: Readonly<Record<Policy, readonly unknown[]>> = {
  backOff: NO_FUNCTION,
  onFault: NO_FUNCTION,
  onInvalid: NO_FUNCTION,
  onIgnored: NO_FUNCTION,
  onBroken: NO_FUNCTION,
  lifetime: NO_FUNCTION,
  key: NO_FUNCTION,
  transform: NO_FUNCTION,
  random: NO_FUNCTION,
  pace: [null, 5, {}, exponential()],
  position: [null, 5, {}, version(10)],
  fallBackOn: [null, 'broken', ['refused'], [5]],
  scheduler: [null, 5, {}, { now: () => 0 }, Date],
  strategy: NO_CHOICE,
  consistency: NO_CHOICE,
  decoding: NO_CHOICE,
  progress: NO_FLAG,
  metadataOnly: NO_FLAG,
  shard: [null, 'first', 0, {}],
  omit: [null, 'managedFields', ['spec'], [5]],
  format: [
    null,
    'protobuf',
    linesFormat,
    {},
    { ...linesFormat(), mediaType: 5 },
    { mediaType: 'x' },
  ],
  notOlderThan: [null, 5, '', '0'],
  pageSize: [null, -1, 1.5, Number.NaN, '500'],
  maxDocumentBytes: NO_LIMIT,
  maxListItems: NO_LIMIT,
  maxListBytes: NO_LIMIT,
  settle: [null, -1, Number.NaN, '5'],
  responseWithin: NO_LIMIT,
  stallWithin: NO_LIMIT,
  acceptWithin: NO_LIMIT,
  idleLimit: NO_LIMIT,
  initialEventsWithin: NO_LIMIT,
  base: [0, -1, Number.NaN],
  factor: [0, -1, Number.NaN],
  cap: [0, -1, Number.NaN],
  spread: [-1, Number.NaN],
};

const listing = [
  ...(['backOff', 'onFault', 'scheduler', 'consistency'] as const),
  ...(['maxListItems', 'maxListBytes'] as const),
] as const;
/** The options that the operators of one pipe share. */
const sharing = ['pace', 'position', 'notOlderThan'] as const;
const pages = ['pageSize', 'responseWithin', 'stallWithin'] as const;
const watching = [
  'lifetime',
  'acceptWithin',
  'settle',
  'random',
  'idleLimit',
  'scheduler',
  'format',
] as const;
const cutting = ['maxDocumentBytes', 'omit'] as const;
const events = ['onInvalid', 'onIgnored', 'onBroken'] as const;
const whole = [
  ...listing,
  ...pages,
  ...watching,
  ...cutting,
  ...events,
  ...(['strategy', 'decoding', 'metadataOnly', 'initialEventsWithin'] as const),
];
const caching = ['key', 'transform', 'progress', 'scheduler'] as const;

/** Every export that takes options: how it is used with some, and which it knows. */
const takers: Readonly<Record<string, readonly [(given: Given) => unknown, readonly Policy[]]>> = {
  snapshots: [
    ({ transport, request, options }) => snapshots(transport, request, options),
    [...whole, ...caching],
  ],
  watch: [
    ({ transport, request, options }) => watch(request, withTransport(options, transport)),
    [...whole, ...caching],
  ],
  listThenWatch: [
    ({ transport, request, options }) => listThenWatch(transport, request, options),
    whole,
  ],
  listPages: [
    ({ transport, request, options }) => listPages(transport, request, options),
    [...listing, ...sharing, ...pages, ...cutting, 'onInvalid', 'onBroken', 'decoding', 'format'],
  ],
  streamList: [
    ({ transport, request, options }) => streamList(transport, request, options),
    [
      ...[...listing, ...sharing, ...watching, ...cutting, ...events],
      ...(['decoding', 'initialEventsWithin', 'fallBackOn'] as const),
    ],
  ],
  openWatch: [
    ({ transport, request, options }) =>
      openWatch(transport, request, version(10), (body) => body, options),
    [...watching, 'pace'],
  ],
  resumeFrom: [
    ({ options }) => NEVER.pipe(resumeFrom(() => NEVER, options)),
    ['backOff', 'onFault', 'scheduler', 'pace', 'position'],
  ],
  relistOn410: [
    ({ options }) => NEVER.pipe(relistOn410(options)),
    ['backOff', 'onFault', 'scheduler', 'pace'],
  ],
  withPace: [({ options }) => withPace(options, () => NEVER), ['backOff', 'scheduler']],
  cacheReduce: [({ options }) => NEVER.pipe(cacheReduce(options)), caching],
  chunkedJson: [({ options }) => NEVER.pipe(chunkedJson(options)), cutting],
  deferredJson: [({ options }) => NEVER.pipe(deferredJson(options)), cutting],
  watchEvents: [({ options }) => NEVER.pipe(watchEvents(undefined, options)), events],
  exponential: [
    ({ options }) => exponential(options),
    ['base', 'factor', 'cap', 'spread', 'random'],
  ],
};

interface Given {
  readonly transport: Transport;
  readonly request: { readonly resource: typeof things };
  readonly options: Options;
}

function withTransport(options: unknown, transport: Transport): Options {
  const all = typeof options === 'object' && options !== null ? { transport, ...options } : options;

  return all as Options;
}

/** Values that a program in plain JavaScript may pass. */
function given(fields: Readonly<Record<string, unknown>>): Given {
  const right = { transport: () => NEVER, request: { resource: things }, options: {} };

  return { ...right, ...fields };
}

/** The error, thrown or emitted by an Observable. */
function told(use: () => unknown): unknown {
  const log: unknown[] = [];
  defer(() => {
    const made = use();

    return isObservable(made) ? made : NEVER;
  })
    .subscribe({ next: (value) => log.push(value), error: (error: unknown) => log.push({ error }) })
    .unsubscribe();

  return log;
}

function invalid(field: string): unknown {
  return [{ error: expect.objectContaining({ rule: 'invalidArgument', field }) as unknown }];
}

describe.each(Object.entries(takers))('%s', (_name, [use, fields]) => {
  it.each([null, 5, 'x'])('refuses %o instead of options', (options) => {
    expect(told(() => use(given({ options })))).toEqual(invalid('options'));
  });

  it('names an unknown option, and the option that was meant', () => {
    const transport = vi.fn(() => NEVER);
    const options = { bacOff: 5 };

    expect(told(() => use(given({ transport, options })))).toEqual([
      {
        error: expect.objectContaining({
          rule: 'invalidArgument',
          field: 'bacOff',
          problem: 'is not an option; did you mean `backOff`?',
        }) as unknown,
      },
    ]);
    expect(transport).not.toHaveBeenCalled();
  });

  it.each(fields)('refuses a wrong %s before it asks, and names it', (field) => {
    const transport = vi.fn(() => NEVER);
    for (const value of wrong[field]) {
      const options = { [field]: value };

      expect(told(() => use(given({ transport, options })))).toEqual(invalid(field));
    }
    expect(transport).not.toHaveBeenCalled();
  });
});

const asking = ['snapshots', 'watch', 'listThenWatch', 'listPages', 'streamList', 'openWatch'];

describe.each(asking.map((name) => [name, takers[name]?.[0]] as const))('%s', (_name, use) => {
  it.each([null, undefined, 5, 'pods'])('refuses %o instead of a request', (request) => {
    expect(told(() => use?.(given({ request })))).toEqual(invalid('request'));
  });

  it.each([
    ['resource', { resource: null }],
    ['resource', { resource: 'pods' }],
    ['plural', { resource: { ...things, plural: 5 } }],
    ['group', { resource: { ...things, group: undefined } }],
    ['codec', { resource: { ...things, codec: 5 } }],
    ['metadataOnly', { resource: things, metadataOnly: 'true' }],
  ])('names the field %s of a wrong request', (field, request) => {
    expect(told(() => use?.(given({ request })))).toEqual(invalid(field));
  });

  it.each([null, 5, {}])('refuses %o instead of a transport', (transport) => {
    expect(told(() => use?.(given({ transport })))).toEqual(invalid('transport'));
  });
});

describe('arguments beside the options', () => {
  const { request, transport } = given({});
  // Of any type, so that the compiler takes it in the place of each.
  const wrongly = (value: unknown): never => value as never;

  it.each<[string, () => unknown]>([
    ['open', () => NEVER.pipe(resumeFrom(wrongly(5)))],
    ['decode', () => openWatch(transport, request, version(10), wrongly(5))],
    ['decode', () => openWatch(transport, request, version(10), wrongly(null))],
    ['codec', () => NEVER.pipe(watchEvents(wrongly(5)))],
    ['codec', () => NEVER.pipe(watchEvents(wrongly(null)))],
    ['idleLimit', () => idleLimit(wrongly('5'), wrongly({}))],
    ['scheduler', () => idleLimit(5, wrongly({}), wrongly(5))],
    ['options', () => nodeTransport(wrongly(null))],
    ['options', () => kubeconfig(wrongly(null))],
    ['options', () => inCluster(wrongly(null))],
    ['options', () => fromKubeConfig(wrongly({ getCurrentCluster: () => null }), wrongly(null))],
    ['config', () => fromKubeConfig(wrongly(null))],
    ['config', () => fromKubeConfig(wrongly({ getCurrentCluster: 5 }))],
    ['context', () => kubeconfig({ context: wrongly(5) })],
    ['env', () => kubeconfig({ env: wrongly(null) })],
    ['env', () => inCluster({ env: wrongly(5) })],
    ['directory', () => inCluster({ directory: wrongly(5) })],
    ['htpp2', () => nodeTransport(wrongly({ server: 'https://127.0.0.1', htpp2: true }))],
    ['contxt', () => kubeconfig(wrongly({ contxt: 'c' }))],
    ['dir', () => inCluster(wrongly({ dir: '/' }))],
    [
      'execs',
      () => fromKubeConfig(wrongly({ getCurrentCluster: () => null }), wrongly({ execs: 1 })),
    ],
    ['historysize', () => createApiServer(wrongly({ historysize: 5 }))],
    ['concurency', () => NEVER.pipe(reconcile(() => undefined, wrongly({ concurency: 2 })))],
  ])('name %s where it is wrong', (field, use) => {
    expect(told(use)).toEqual(invalid(field));
  });
});
