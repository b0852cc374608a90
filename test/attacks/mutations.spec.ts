import { inspect } from 'node:util';

import { chunkedJson, deferredJson, listPages, watchEvents } from '@rxkube/operators';
import { isKubeError, secrets } from '@rxkube/protocol';
import fc from 'fast-check';
import { type Observable, from, of } from 'rxjs';
import { describe, expect, it, onTestFinished } from 'vitest';

import { hostileHttp1 } from './support/hostile-server.js';
import { DATA, listText, secret, watchedOutcome } from './support/watched-outcome.js';

const SEED = 20_261_201;
/** Parts of the data that are long enough to be recognised. */
const PARTS = Array.from({ length: DATA.length - 7 }, (_, at) => DATA.slice(at, at + 8));

/** One change of a text: a flipped bit, a lost byte, a doubled byte, or bytes of another place. */
function mutated(bytes: Buffer, kind: number, at: number, other: number): Buffer {
  const place = at % bytes.length;
  const copy = Buffer.from(bytes);
  switch (kind % 4) {
    case 0:
      copy.writeUInt8(copy.readUInt8(place) ^ (1 << (other % 8)), place);

      return copy;
    case 1:
      return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place - 1)]);
    default:
      return Buffer.concat([bytes.subarray(0, place), bytes.subarray(other % bytes.length)]);
  }
}

function mutatedBy(list: readonly (readonly [number, number, number])[], bytes: Buffer): Buffer {
  return list.reduce<Buffer>(
    (before, [kind, at, other]) => mutated(before, kind, at, other),
    bytes,
  );
}

const change = fc.tuple(fc.nat(3), fc.nat(), fc.nat());
const changes = fc.array(change, { minLength: 1, maxLength: 3 });

/** The error of a stream, once all is read. Reading an object may end it, and each read of a broken one throws. */
function errorsOf(source: Observable<unknown>): unknown[] {
  const errors: unknown[] = [];
  source.subscribe({
    next: (event) => {
      try {
        inspect(event, { depth: 6, getters: true });
      } catch (error) {
        errors.push(error);
      }
    },
    error: (error: unknown) => errors.push(error),
  });

  return errors;
}

function checkErrors(errors: readonly unknown[]): void {
  for (const error of errors) {
    expect(isKubeError(error), inspect(error)).toBe(true);
    const shown = inspect(error, { depth: 6 });
    expect(PARTS.filter((part) => shown.includes(part))).toEqual([]);
  }
}

const FRAMES = Buffer.from(
  ['a', 'b']
    .map((name) => `${JSON.stringify({ type: 'ADDED', object: secret(name, '11') })}\n`)
    .join(''),
);
const LIST = Buffer.from(listText(secret('a'), secret('b')));
const READERS = { chunkedJson: chunkedJson, deferredJson: deferredJson };

describe.each(Object.entries(READERS))(
  'F3 mutated frames of Secrets through %s',
  (_name, reader) => {
    const events = (bytes: Uint8Array): unknown[] =>
      errorsOf(of(bytes).pipe(reader(), watchEvents(secrets.codec)));

    it('show no data, whichever byte is changed', () => {
      for (let at = 0; at < FRAMES.length; at++) {
        for (let kind = 0; kind < 3; kind++) {
          for (let bit = 0; bit < (kind === 0 ? 8 : 1); bit++) {
            checkErrors(events(mutated(FRAMES, kind, at, bit)));
          }
        }
      }
    });

    it('show no data after 8,000 random changes', () => {
      fc.assert(
        fc.property(changes, (list) => {
          const bytes = mutatedBy(list, FRAMES);
          checkErrors(events(bytes));
        }),
        { numRuns: 8_000, seed: SEED },
      );
    });
  },
);

describe.each(['eager', 'deferred'] as const)(
  'F3 mutated lists of Secrets, decoded %s',
  (decoding) => {
    it('show no data after 8,000 random changes', () => {
      fc.assert(
        fc.property(changes, (list) => {
          const bytes = mutatedBy(list, LIST);
          const transport = () =>
            of({
              status: 200,
              headers: new Map([['content-type', 'application/json']]),
              body: from([bytes.subarray(0, 50), bytes.subarray(50)]),
            });
          checkErrors(
            errorsOf(
              listPages(transport, { resource: secrets }, { decoding, onFault: () => 'final' }),
            ),
          );
        }),
        { numRuns: 8_000, seed: SEED },
      );
    });
  },
);

describe('mutated heads of HTTP/1.1', () => {
  it('give the list or a typed error after 600 random changes', async () => {
    const head = Buffer.from(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${String(LIST.length)}\r\n\r\n`,
    );
    const samples = fc.sample(changes, { numRuns: 600, seed: SEED });
    const heads = samples.map((list) => mutatedBy(list, head));
    const server = await hostileHttp1((socket, request) => {
      const nth = Number(/\/n(\d+)\//u.exec(request)?.[1]);
      // The connection ends, so that no part of a response waits for the next request.
      socket.end(Buffer.concat([heads[nth] ?? head, Buffer.from(listText(secret('marker')))]));
    });
    onTestFinished(() => server.close());
    const outcomes: string[] = [];
    for (let nth = 0; nth < heads.length; nth += 50) {
      const batch = Array.from({ length: 50 }, (_, at) =>
        watchedOutcome(`${server.url}/n${String(nth + at)}/`),
      );
      outcomes.push(...(await Promise.all(batch)));
    }

    expect(outcomes).toHaveLength(600);
  });
});
