import {
  type ApiResponse,
  type CacheSnapshot,
  type SnapshotsOptions,
  type Transport,
  encodedBytes,
  snapshots,
} from '@rxkube/operators';
import {
  type ApiRequest,
  type Collection,
  type DecodeError,
  type KubeError,
  type KubeObject,
  isExpired,
  isForbidden,
  isTooLarge,
  isWatch,
  pods,
} from '@rxkube/protocol';
import { NEVER, concat, from, map, of, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import {
  POD,
  POD_LIST,
  bytes,
  frame,
  list,
  pod,
  status,
  unknown,
} from '../../../test/support/protobuf.js';
import { marbles } from '../../../test/support/marbles.js';
import { type ObjectDecoder } from './object-decoder.js';
import { protobuf } from './protobuf.js';
import { undecoded } from './undecoded.js';
import { type Undecoded } from './undecoded-object.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const STREAM = `${PROTOBUF};stream=watch`;
const request: Collection<Undecoded> = { resource: undecoded(pods) };

interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly body: readonly Uint8Array[];
  /** Whether the body goes on for ever. */
  readonly open?: boolean;
}

function answered({ status: code = 200, type, body, open = false }: Answer): ApiResponse {
  return {
    status: code,
    headers: new Map([['content-type', type]]),
    body: concat(from(body), open ? NEVER : of()),
  };
}

/** Gives these answers, one after the other, the last one again and again. */
function scripted(...answers: readonly Answer[]): {
  readonly transport: Transport;
  readonly requests: ApiRequest[];
} {
  const requests: ApiRequest[] = [];

  return {
    requests,
    transport: (sent) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push(sent);

      return answer === undefined
        ? NEVER
        : concat(timer(1).pipe(map(() => answered(answer))), NEVER);
    },
  };
}

function listing(version: string, ...items: readonly Uint8Array[]): Answer {
  return { type: PROTOBUF, body: [list(POD_LIST, { resourceVersion: version }, items)] };
}

function watching(...body: readonly Uint8Array[]): Answer {
  return { type: STREAM, body, open: true };
}

function podAt(name: string, version: string, spec?: string): Uint8Array {
  return pod({ name, namespace: 'n', uid: `u-${name}`, resourceVersion: version }, spec);
}

function modified(name: string, version: string, spec?: string): Uint8Array {
  return frame('MODIFIED', unknown(POD, podAt(name, version, spec)));
}

/** All that `snapshots` gives in so many milliseconds. */
function seen<T extends KubeObject>(
  transport: Transport,
  collection: Collection<T>,
  options: SnapshotsOptions<T>,
  milliseconds = 2_000,
): Promise<readonly CacheSnapshot<T>[]> {
  const all: CacheSnapshot<T>[] = [];

  return new Promise((resolve, reject) => {
    marbles((m) => {
      const subscription = snapshots(transport, collection, options).subscribe({
        next: (snapshot) => all.push(snapshot),
        error: reject,
      });
      m.scheduler.schedule(() => {
        subscription.unsubscribe();
        resolve(all);
      }, milliseconds);
      m.flush();
    })();
  });
}

function errorsOf(all: readonly CacheSnapshot<unknown>[]): readonly (KubeError | undefined)[] {
  return all.map(({ error }) => error).filter((error) => error !== undefined);
}

describe.each(['eager', 'deferred'] as const)('protobuf, %s', (decoding) => {
  const format = protobuf();

  it('follows a collection by list and watch', async () => {
    const { transport, requests } = scripted(
      listing('10', podAt('a', '5'), podAt('b', '6')),
      watching(modified('a', '11'), frame('DELETED', unknown(POD, podAt('b', '12')))),
    );
    const last = (await seen(transport, request, { format, decoding })).at(-1);

    expect(last?.resourceVersion).toBe('12');
    expect([...(last?.entries() ?? [])]).toEqual([
      [
        'n/a',
        {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'a', namespace: 'n', uid: 'u-a', resourceVersion: '11' },
          [encodedBytes]: podAt('a', '11'),
        },
      ],
    ]);
    expect(requests.map(({ headers }) => headers['accept'])).toEqual([
      `${PROTOBUF}, application/json`,
      `${PROTOBUF}, application/json`,
    ]);
  });

  it('reads a response in JSON as JSON', async () => {
    const json = (name: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'n' },
    });
    const { transport } = scripted(
      {
        type: 'application/json',
        body: [bytes(JSON.stringify({ metadata: { resourceVersion: '10' }, items: [json('a')] }))],
      },
      {
        type: 'application/json;stream=watch',
        body: [bytes(`${JSON.stringify({ type: 'ADDED', object: json('b') })}\n`)],
        open: true,
      },
    );
    const last = (await seen(transport, request, { format, decoding })).at(-1);

    expect([...(last?.values() ?? [])]).toEqual([json('a'), json('b')]);
  });

  it('asks for metadata alone before whole objects', async () => {
    const { transport, requests } = scripted(listing('10'), watching());
    await seen(transport, { ...request, metadataOnly: true }, { format, decoding });

    expect(requests[0]?.headers['accept']).toBe(
      `${PROTOBUF};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, ` +
        'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, application/json',
    );
  });

  it('reads a refusal', async () => {
    const { transport } = scripted({
      status: 403,
      type: PROTOBUF,
      body: [status({ code: 403, reason: 'Forbidden', message: 'pods is forbidden' })],
    });
    const [error] = errorsOf(await seen(transport, request, { format, decoding }));

    expect(isForbidden(error)).toBe(true);
    expect(error).toMatchObject({
      serverMessage: 'pods is forbidden',
      request: 'GET /api/v1/pods',
    });
  });

  it('makes a StatusError of a refusal that is not a Status', async () => {
    const body = [unknown(POD, podAt('a', '5'))];
    const { transport } = scripted({ status: 503, type: PROTOBUF, body });

    expect(errorsOf(await seen(transport, request, { format, decoding }))[0]).toMatchObject({
      _tag: 'StatusError',
      code: 503,
      serverMessage: '',
    });
  });

  it('lists again where the watch says that its position is gone', async () => {
    const expired = status({ code: 410, reason: 'Expired', message: 'too old resource version' });
    const { transport, requests } = scripted(
      listing('10', podAt('a', '5')),
      { ...watching(frame('ERROR', expired)), open: false },
      listing('20', podAt('b', '15')),
      watching(),
    );
    const all = await seen(transport, request, { format, decoding });

    expect(errorsOf(all).some(isExpired)).toBe(true);
    expect(requests.map(isWatch)).toEqual([false, true, false, true]);
    expect([...(all.at(-1)?.keys() ?? [])]).toEqual(['n/b']);
  });

  it('tells by the bytes whether an event of a version that is known changes something', async () => {
    const { transport } = scripted(
      listing('10', podAt('a', '5'), podAt('b', '6')),
      watching(modified('a', '5'), modified('b', '6', 'another spec')),
    );
    const all = await seen(transport, request, { format, decoding });

    expect(all.flatMap(({ changes }) => changes.map(({ _tag, key }) => `${_tag} ${key}`))).toEqual([
      'Added n/a',
      'Added n/b',
      'Updated n/b',
    ]);
  });

  it('lists by a stream', async () => {
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const { transport, requests } = scripted(
      watching(
        frame('ADDED', unknown(POD, podAt('a', '5'))),
        frame('BOOKMARK', unknown(POD, pod({ resourceVersion: '10', annotations }))),
        modified('a', '11'),
      ),
    );
    const all = await seen(transport, request, { format, decoding, strategy: 'stream' });

    expect(requests).toHaveLength(1);
    expect(all.at(-1)?.phase).toBe('live');
    expect(all.at(-1)?.get('n/a')?.metadata.resourceVersion).toBe('11');
  });

  it('hands each message to the decoder of the user', async () => {
    const decode: ObjectDecoder = (raw, { apiVersion, kind, metadata }) => ({
      apiVersion,
      kind,
      metadata,
      size: raw.length,
    });
    const { transport } = scripted(listing('10', podAt('a', '5')), watching(modified('b', '11')));
    const all = await seen(transport, request, { format: protobuf({ decode }), decoding });

    expect([...(all.at(-1)?.values() ?? [])]).toMatchObject([
      { kind: 'Pod', metadata: { name: 'a' }, size: podAt('a', '5').length },
      { kind: 'Pod', metadata: { name: 'b' }, size: podAt('b', '11').length },
    ]);
  });

  it('skips what the decoder refuses where it may', async () => {
    const refused: DecodeError[] = [];
    const decode: ObjectDecoder = (_raw, object) => {
      if (object.metadata.name === 'bad') throw new Error('no such field');

      return object;
    };
    const { transport } = scripted(
      listing('10', podAt('a', '5'), podAt('bad', '6')),
      watching(modified('bad', '11'), modified('b', '12')),
    );
    const all = await seen(transport, request, {
      format: protobuf({ decode }),
      decoding,
      onInvalid: (error) => {
        refused.push(error);

        return 'skip';
      },
    });

    expect([...(all.at(-1)?.keys() ?? [])]).toEqual(['n/a', 'n/b']);
    expect(refused.map(({ problem, key }) => `${problem} ${String(key)}`)).toEqual([
      'object n/bad',
      'object n/bad',
    ]);
    expect(refused[0]?.cause).toEqual(new Error('no such field'));
  });

  it('lists again where a frame is broken', async () => {
    const { transport, requests } = scripted(
      listing('10', podAt('a', '5')),
      watching(Uint8Array.of(0, 0, 0, 1, 0xff)),
      listing('20', podAt('b', '15')),
      watching(),
    );
    const all = await seen(transport, request, { format, decoding });

    expect(errorsOf(all)[0]).toMatchObject({ _tag: 'DecodeError', problem: 'protobuf' });
    expect(requests).toHaveLength(4);
    expect(all.at(-1)?.phase).toBe('live');
  });

  it('asks for a list again that was cut, and tells what one list says of the server', async () => {
    const whole = listing('10', podAt('a', '5'));
    const cut = { ...whole, body: whole.body.map((body) => body.subarray(0, 60)) };
    const tooLarge = { reason: 'ResourceVersionTooLarge' };
    const { transport } = scripted(
      cut,
      {
        type: PROTOBUF,
        body: [status({ status: 'Failure', code: 504, details: { causes: [tooLarge] } })],
      },
      { type: PROTOBUF, body: [unknown(POD, podAt('a', '5'))] },
      { type: PROTOBUF, body: [] },
      listing('', podAt('a', '5')),
      whole,
      watching(),
    );
    const errors = errorsOf(await seen(transport, request, { format, decoding, backOff: () => 1 }));

    expect(errors).toMatchObject([
      { _tag: 'DecodeError', problem: 'protobuf' },
      { _tag: 'StatusError', code: 504 },
      { _tag: 'ProtocolError', rule: 'notAList' },
      { _tag: 'ProtocolError', rule: 'notAList' },
      { _tag: 'ProtocolError', rule: 'listWithoutVersion' },
    ]);
    expect(isTooLarge(errors[1])).toBe(true);
  });

  it('drops the omitted fields', async () => {
    const annotations = { note: 'x', last: 'y' };
    const { transport } = scripted(
      listing('10', pod({ name: 'a', annotations, managedFields: [{}] })),
      watching(frame('ADDED', unknown(POD, pod({ name: 'b', annotations, managedFields: [{}] })))),
    );
    const omit = ['managedFields', 'annotations/last'] as const;
    const last = (await seen(transport, request, { format, decoding, omit })).at(-1);

    expect([...(last?.values() ?? [])].map(({ metadata }) => metadata)).toEqual([
      { name: 'a', annotations: { note: 'x' } },
      { name: 'b', annotations: { note: 'x' } },
    ]);
  });

  it('keeps to the limit of a document', async () => {
    const { transport } = scripted(listing('10', podAt('a', '5', 'x'.repeat(500))));
    const options = { format, decoding, maxDocumentBytes: 500 };

    expect(errorsOf(await seen(transport, request, options))[0]).toMatchObject({
      _tag: 'DecodeError',
      problem: 'size',
    });
  });

  it('refuses an object without a name', async () => {
    const { transport } = scripted(listing('10', pod({ uid: 'u' })));

    expect(errorsOf(await seen(transport, request, { format, decoding }))[0]).toMatchObject({
      problem: 'object',
      path: 'items.0.metadata.name',
    });
  });
});

describe('protobuf, deferred', () => {
  it('decodes an object once, when it is read', async () => {
    const decoded: string[] = [];
    const decode: ObjectDecoder = (_raw, object) => {
      decoded.push(object.metadata.name);

      return object;
    };
    const { transport } = scripted(
      listing('10', podAt('a', '5'), podAt('b', '6')),
      watching(modified('a', '11'), modified('a', '12')),
    );
    const format = protobuf({ decode });
    const last = (await seen(transport, request, { format, decoding: 'deferred' })).at(-1);

    expect(decoded).toEqual([]);
    expect(last?.get('n/a')).toBe(last?.get('n/a'));
    expect(last?.get('n/a')?.metadata.resourceVersion).toBe('12');
    expect(decoded).toEqual(['a']);
  });

  it('throws the error of an object when it is read, and lists again', () => {
    const broken: DecodeError[] = [];
    let reads = 0;
    const decode: ObjectDecoder = (_raw, object) => {
      if (reads++ === 0) throw new Error('no such field');

      return object;
    };
    const { transport, requests } = scripted(
      listing('10', podAt('a', '5')),
      listing('20', podAt('a', '5')),
      watching(),
    );
    const errors: unknown[] = [];
    marbles((m) => {
      const subscription = snapshots(transport, request, {
        format: protobuf({ decode }),
        decoding: 'deferred',
        backOff: () => 1,
        onBroken: (error) => broken.push(error),
      }).subscribe((snapshot) => {
        try {
          snapshot.get('n/a');
        } catch (error) {
          errors.push(error);
        }
      });
      m.scheduler.schedule(() => {
        subscription.unsubscribe();
      }, 3_000);
      m.flush();
    })();

    expect(broken).toMatchObject([{ problem: 'object', key: 'n/a', resourceVersion: '5' }]);
    expect(errors).toContain(broken[0]);
    expect(requests.map(isWatch)).toEqual([false, false, true]);
  });
});

describe('protobuf', () => {
  it('refuses a decoder that is none', () => {
    expect(() => protobuf({ decode: 'pod' as never })).toThrow('invalidArgument: decode');
  });
});

describe('undecoded', () => {
  it('is the resource without its codec', () => {
    const codec = undefined as never;

    expect(undecoded({ ...pods, codec })).not.toHaveProperty('codec');
    expect(undecoded(pods)).toMatchObject({ plural: 'pods', kind: 'Pod', namespaced: true });
  });
});
