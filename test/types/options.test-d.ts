import {
  type CacheSnapshot,
  type ListThenWatchOptions,
  type Omission,
  type SnapshotsOptions,
  type Strategy,
  type Transport,
  cacheReduce,
  chunkedJson,
  deferredJson,
  exponential,
  listPages,
  listThenWatch,
  openWatch,
  relistOn410,
  resumeFrom,
  snapshots,
  streamList,
  watchEvents,
} from '@rxkube/operators';
import {
  type PartialObjectMetadata,
  type Pod,
  metadataOnly,
  pods,
  resourceVersion,
} from '@rxkube/protocol';
import { kubeconfig, nodeTransport } from '@rxkube/undici';
import { type Observable, of } from 'rxjs';
import { watch } from 'rxkube';
import { describe, expectTypeOf, it } from 'vitest';

/** Nothing in this file runs. */
declare const transport: Transport;
const version = resourceVersion('10');
const request = { resource: pods };

describe('how a collection is listed', () => {
  it('is one of three strategies', () => {
    expectTypeOf<Strategy>().toEqualTypeOf<'list' | 'stream' | 'auto'>();
    void snapshots(transport, pods, { strategy: 'auto' });
    // @ts-expect-error -- no strategy
    void snapshots(transport, pods, { strategy: 'pages' });
    // @ts-expect-error -- no strategy either
    void snapshots(transport, pods, { strategy: true });
    // @ts-expect-error -- one operator lists in one way
    void listPages(transport, request, { strategy: 'stream' });
    // @ts-expect-error -- so does the other
    void streamList(transport, request, { strategy: 'list' });
    // @ts-expect-error -- null is not a default
    void snapshots(transport, pods, { strategy: null });
  });

  it('is latest or cached', () => {
    void listThenWatch(transport, pods, { consistency: 'cached' });
    // @ts-expect-error -- no consistency
    void listThenWatch(transport, pods, { consistency: 'exact' });
  });

  it('may not be older than a version, where one list is all there is', () => {
    void listPages(transport, request, { notOlderThan: version });
    void streamList(transport, request, { notOlderThan: version });
    // @ts-expect-error -- a text becomes a version by `resourceVersion`
    void listPages(transport, request, { notOlderThan: '10' });
    // @ts-expect-error -- this is what `listThenWatch` sees to by itself
    void listThenWatch(transport, pods, { notOlderThan: version });
    // @ts-expect-error -- and so does `snapshots`
    void snapshots(transport, pods, { notOlderThan: version });
  });

  it('takes the options of its own kind alone', () => {
    // @ts-expect-error -- a stream has no pages
    void streamList(transport, request, { pageSize: 500 });
    // @ts-expect-error -- pages have no lifetime
    void listPages(transport, request, { lifetime: () => 240 });
    // @ts-expect-error -- pages have no initial events
    void listPages(transport, request, { initialEventsWithin: 10_000 });
    // @ts-expect-error -- nothing is listed by a watch
    void openWatch(transport, request, version, (body) => body, { pageSize: 500 });
    // @ts-expect-error -- no option: a slip of the pen
    void snapshots(transport, pods, { pagesize: 500 });
  });

  it('takes a collection, or a resource where it says so', () => {
    // @ts-expect-error -- the operators below take collections
    void listPages(transport, pods);
    // @ts-expect-error -- a name is not a resource
    void snapshots(transport, 'pods');
    // @ts-expect-error -- null is none either
    void snapshots(transport, null);
  });
});

describe('decoding', () => {
  it('is eager or deferred', () => {
    void snapshots(transport, pods, { decoding: 'deferred' });
    // @ts-expect-error -- no decoding
    void snapshots(transport, pods, { decoding: 'lazy' });
    // @ts-expect-error -- nor is this
    void listPages(transport, request, { decoding: true });
    // @ts-expect-error -- the operator itself is the choice
    chunkedJson({ decoding: 'deferred' });
  });

  it('leaves out parts of the metadata, and nothing else', () => {
    expectTypeOf<'annotations/a'>().toExtend<Omission>();
    chunkedJson({ omit: ['managedFields', 'annotations/example.com/note'] });
    // @ts-expect-error -- the specification stays
    chunkedJson({ omit: ['spec'] });
    // @ts-expect-error -- labels stay: selectors are about them
    void snapshots(transport, pods, { omit: ['labels/app'] });
    // @ts-expect-error -- a list, even of one
    void snapshots(transport, pods, { omit: 'managedFields' });
  });

  it('calls onInvalid for values that are not objects', () => {
    watchEvents(undefined, { onInvalid: (error) => (error.path === '' ? 'fail' : 'skip') });
    // @ts-expect-error -- no verdict
    watchEvents(undefined, { onInvalid: () => true });
    // @ts-expect-error -- no verdict either
    void snapshots(transport, pods, { onInvalid: () => undefined });
  });
});

describe('metadata alone', () => {
  it('has no spec', () => {
    expectTypeOf(snapshots(transport, metadataOnly(pods))).toEqualTypeOf<
      Observable<CacheSnapshot<PartialObjectMetadata>>
    >();
    void snapshots(transport, metadataOnly(pods), {
      // @ts-expect-error -- metadata alone has no spec
      transform: (pod) => pod.spec,
    });
  });

  it('is asked for with yes or no', () => {
    void snapshots(transport, pods, { metadataOnly: false });
    // @ts-expect-error -- neither
    void snapshots(transport, pods, { metadataOnly: 'true' });
    // @ts-expect-error -- a collection is not a resource
    metadataOnly({ resource: pods });
  });
});

describe('what is kept', () => {
  it('is what the transform makes', () => {
    const named = { transform: (pod: Pod) => pod.metadata.name };
    expectTypeOf(snapshots(transport, pods, named)).toEqualTypeOf<
      Observable<CacheSnapshot<string>>
    >();
    expectTypeOf(watch(pods, named)).toEqualTypeOf<Observable<CacheSnapshot<string>>>();
    expectTypeOf(cacheReduce(named)).returns.toEqualTypeOf<Observable<CacheSnapshot<string>>>();
    expectTypeOf(snapshots(transport, pods)).toEqualTypeOf<Observable<CacheSnapshot<Pod>>>();
    // @ts-expect-error -- it makes texts
    const numbers: SnapshotsOptions<Pod, number> = named;
    expectTypeOf(numbers).toBeObject();
  });

  it('has texts for keys', () => {
    void snapshots(transport, pods, { key: (pod) => pod.metadata.uid ?? '' });
    // @ts-expect-error -- a uid may be missing
    void snapshots(transport, pods, { key: (pod) => pod.metadata.uid });
    // @ts-expect-error -- a number is not a key
    cacheReduce<Pod>({ key: (pod) => pod.spec.containers.length });
    // @ts-expect-error -- nor is the name of a field
    void snapshots(transport, pods, { key: 'uid' });
    // @ts-expect-error -- an object comes at a time
    void snapshots(transport, pods, { key: (a: Pod, b: Pod) => a.kind ?? b.kind ?? '' });
  });

  it('belongs to the cache, not to the events', () => {
    // @ts-expect-error -- events carry whole objects
    void listThenWatch(transport, pods, { transform: (pod: Pod) => pod.metadata.name });
    // @ts-expect-error -- only snapshots have progress
    void listThenWatch(transport, pods, { progress: true });
    // @ts-expect-error -- yes or no
    void snapshots(transport, pods, { progress: 'pages' });
  });
});

describe('policies', () => {
  it('are functions', () => {
    void snapshots(transport, pods, { backOff: exponential(), lifetime: () => 240 });
    // @ts-expect-error -- milliseconds alone are not a back-off
    void snapshots(transport, pods, { backOff: 1_000 });
    // @ts-expect-error -- the options of one are none
    void snapshots(transport, pods, { backOff: { base: 1_000 } });
    // @ts-expect-error -- seconds alone are not a lifetime
    void snapshots(transport, pods, { lifetime: 240 });
    // @ts-expect-error -- no move
    void snapshots(transport, pods, { onFault: () => 'retry' });
    // @ts-expect-error -- a promise of a move is none
    void snapshots(transport, pods, { onFault: () => Promise.resolve('again') });
    // @ts-expect-error -- time comes from a scheduler
    void snapshots(transport, pods, { scheduler: Date });
  });

  it('are read only', () => {
    const change = (options: ListThenWatchOptions): void => {
      // @ts-expect-error -- options are those of the subscription
      options.strategy = 'stream';
    };
    expectTypeOf(change).parameter(0).toEqualTypeOf<ListThenWatchOptions>();
  });
});

describe('a transport', () => {
  it('is a function from a request to an Observable', () => {
    // @ts-expect-error -- nothing is none
    void snapshots(() => undefined, pods);
    // @ts-expect-error -- a response has a status and headers
    void snapshots(() => of({ body: of(new Uint8Array()) }), pods);
    // @ts-expect-error -- options are none
    void snapshots({ server: 'https://127.0.0.1:6443' }, pods);
  });

  it('checks the type of each option', () => {
    nodeTransport({ server: 'https://127.0.0.1:6443', proxy: false });
    // @ts-expect-error -- `false` disables the proxy, and `true` names no proxy
    nodeTransport({ server: 'https://127.0.0.1:6443', proxy: true });
    nodeTransport({ token: 'x' });
    // @ts-expect-error -- a token is a string, a file or a function
    nodeTransport({ token: 5 });
    // @ts-expect-error -- yes or no
    nodeTransport({ server: 'https://127.0.0.1:6443', http2: 'always' });
    // @ts-expect-error -- which program, or yes or no
    kubeconfig({ exec: 'aws' });
    // @ts-expect-error -- the transport goes into `transport`
    void watch(pods, { server: 'https://127.0.0.1:6443' });
  });
});

describe('the order of operators', () => {
  const bytes = of(new Uint8Array());

  it('is bytes, documents, events', () => {
    void bytes.pipe(chunkedJson(), watchEvents());
    void bytes.pipe(deferredJson(), watchEvents());
    // @ts-expect-error -- events are read from documents, not from bytes
    void bytes.pipe(watchEvents());
    // @ts-expect-error -- documents are not cut again
    void bytes.pipe(chunkedJson(), chunkedJson());
    // @ts-expect-error -- events are not read again
    void bytes.pipe(chunkedJson(), watchEvents(), watchEvents());
    // @ts-expect-error -- a cache takes the events of a list and a watch, not documents
    void bytes.pipe(chunkedJson(), cacheReduce());
    // @ts-expect-error -- nor the events of a watch alone
    void bytes.pipe(chunkedJson(), watchEvents(), cacheReduce());
  });

  it('is a list, resume, relist, cache', () => {
    const open = (): Observable<never> => of();
    void listPages(transport, request).pipe(resumeFrom(open), relistOn410(), cacheReduce());
    // @ts-expect-error -- a snapshot has no position to resume from
    void listPages(transport, request).pipe(cacheReduce(), resumeFrom(open));
    // @ts-expect-error -- nor is it listed again
    void listPages(transport, request).pipe(cacheReduce(), relistOn410());
  });
});
