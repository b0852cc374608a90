import fc from 'fast-check';
import { type Observable, from, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';

import { bytes } from '../../../../test/laws/kube.js';
import { chunkedJson, type ChunkedJsonOptions } from '../decoding/chunked-json.js';
import { deferredJson } from '../decoding/deferred-json.js';

const FIELDS = '[{"manager":"é","fieldsV1":{"f:metadata":{"k:{\\"a\\":\\"]\\"}":{}}}},{}]';
const LAST = 'kubectl.kubernetes.io/last-applied-configuration';

function event(...metadata: readonly string[]): Uint8Array {
  return bytes(
    `{"type":"ADDED","object":{"data":{"managedFields":["kept"]},"metadata":{${metadata.join(',')}},"spec":{"managedFields":[1]}}}\n`,
  );
}

function heard(documents: Observable<unknown>): unknown[] {
  const all: unknown[] = [];
  documents.subscribe((document) => all.push({ ...(document as object) }));

  return all;
}

const pipes = {
  chunkedJson: (body: Uint8Array, options: ChunkedJsonOptions) =>
    heard(of(body).pipe(chunkedJson(options))),
  deferredJson: (body: Uint8Array, options: ChunkedJsonOptions) =>
    heard(of(body).pipe(deferredJson(options))),
};

describe.each(Object.entries(pipes))('omit of %s', (_name, pipe) => {
  const kept = (metadata: object): unknown[] => [
    {
      type: 'ADDED',
      object: { data: { managedFields: ['kept'] }, metadata, spec: { managedFields: [1] } },
    },
  ];
  const mine = `"managedFields":${FIELDS}`;

  it.each([
    ['first', event(mine, '"name":"a"'), { name: 'a' }],
    ['last', event('"name":"a"', mine), { name: 'a' }],
    [
      'between',
      event('"labels":{"managedFields":"x"}', mine, '"name":"a"'),
      { labels: { managedFields: 'x' }, name: 'a' },
    ],
    ['twice', event(mine, '"name":"a"', mine), { name: 'a' }],
    ['as null', event('"name":"a"', '"managedFields":null'), { name: 'a' }],
    [
      'behind an escaped key',
      event('"l\\u0061bels":{}', mine, '"name":"a"'),
      { labels: {}, name: 'a' },
    ],
    ['nowhere', event('"name":"a"'), { name: 'a' }],
  ])('leaves out managed fields that stand %s', (_where, body, metadata) => {
    expect(pipe(body, { omit: ['managedFields'] })).toEqual(kept(metadata));
  });

  it('leaves out an annotation', () => {
    const body = event('"name":"a"', `"annotations":{"a":"b","${LAST}":"{}"}`);

    expect(pipe(body, { omit: [`annotations/${LAST}`] })).toEqual(
      kept({ name: 'a', annotations: { a: 'b' } }),
    );
  });

  it('leaves documents alone that are not events of an object', () => {
    const body = bytes('{"metadata":{"managedFields":[]}}\n{"object":{"metadata":null}}\n[1]\n');

    expect(pipe(body, { omit: ['managedFields'] })).toEqual([
      { metadata: { managedFields: [] } },
      { object: { metadata: null } },
      { 0: 1 },
    ]);
  });

  it('refuses a path that it does not know', () => {
    const error = vi.fn();
    from([bytes('1')])
      // A program in plain JavaScript can pass anything.
      .pipe(chunkedJson({ omit: ['spec' as 'managedFields'] }))
      .subscribe({ error });

    expect(error).toHaveBeenCalledWith(expect.objectContaining({ field: 'omit' }));
  });

  it('does what a deletion after parsing does', () => {
    const keys = fc.constantFrom('name', 'managedFields', 'labels', 'metadata', 'a"]');
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>('x', 'é"]}', null, 1, [], {}),
        fc.array(tie('any'), { maxLength: 2 }),
        fc.dictionary(keys, tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    const fields = fc.dictionary(keys, value, { maxKeys: 5 });

    fc.assert(
      fc.property(fields, fields, (rest, metadata) => {
        const document = { type: 'ADDED', object: { ...rest, metadata } };
        const others = Object.fromEntries(
          Object.entries(metadata).filter(([key]) => key !== 'managedFields'),
        );

        expect(pipe(bytes(JSON.stringify(document)), { omit: ['managedFields'] })).toEqual([
          { type: 'ADDED', object: { ...rest, metadata: others } },
        ]);
      }),
      { numRuns: 500 },
    );
  });
});
