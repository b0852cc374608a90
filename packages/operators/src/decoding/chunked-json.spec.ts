import { DecodeError } from '@rxkube/protocol';
import fc from 'fast-check';
import { Observable, Subject, from, map, of, range, take, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { bytes } from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { chunkedJson } from './chunked-json.js';

const chunks = {
  a: bytes('{"n":'),
  b: bytes('1}\n'),
  c: bytes('{"n":2}{"n":3}'),
  d: bytes('{"n":1}\n{"n":2}\n{"n":3}\n'),
  e: bytes('{"n":4'),
  f: bytes('{"n":1}\n{"n":}\n{"n":3}\n'),
  g: bytes('{"n":"4'),
  h: bytes('44444'),
  n: bytes('{"n":1}\n'),
  s: bytes('\n'),
  w: bytes('12'),
};
const documents = { x: { n: 1 }, y: { n: 2 }, z: { n: 3 }, w: 12 };

const broken = new DecodeError({
  problem: 'json',
  path: '',
  expected: 'JSON, but it breaks 5 bytes into the document',
  text: '{"…":}',
});

describe('chunkedJson', () => {
  it(
    'cuts where documents end, not where chunks do',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './chunked-json.ts', ['source', 'result']);
      const source = m.cold(rows.source, chunks);
      m.expect<unknown>(source.pipe(chunkedJson())).toBeObservable(rows.result, documents);
      m.expect<unknown>(source).toHaveSubscriptions('^-----------!');
    }),
  );

  it(
    'gives the documents of one chunk in one frame',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-d----|', chunks);
        const expected =        '-(xyz)|';
        m.expect<unknown>(source.pipe(chunkedJson())).toBeObservable(expected, documents);
        m.expect<unknown>(source).toHaveSubscriptions('^-----!');
      }
    }),
  );

  it(
    'waits, ends and fails with its source',
    marbles((m) => {
      for (const source of ['-', '|', '--|', '-s-|', '#', '--#']) {
        const drawn = m.cold(source, chunks);
        m.expect<unknown>(drawn.pipe(chunkedJson())).toBeObservable(source.replace('s', '-'));
      }
    }),
  );

  it(
    'drops an unfinished document at a clean end, and at a failure',
    marbles((m) => {
      // prettier-ignore
      {
        const ended    = m.cold('-n-e-|', chunks);
        const cut      = m.cold('-n-e-#', chunks);
        m.expect<unknown>(ended.pipe(chunkedJson())).toBeObservable('-x---|', documents);
        m.expect<unknown>(cut.pipe(chunkedJson())).toBeObservable('-x---#', documents);
      }
    }),
  );

  it(
    'gives a number at the end, which only the end can finish',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-w-|   ', chunks);
        const expected =        '---(w|)';
        m.expect<unknown>(source.pipe(chunkedJson())).toBeObservable(expected, documents);
        m.expect<unknown>(source).toHaveSubscriptions('^--!');
      }
    }),
  );

  it(
    'errors at a broken line, and emits nothing behind it',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-f-n-n', chunks);
        const sub      =        '^!';
        const expected =        '-(x#)';
        m.expect<unknown>(source.pipe(chunkedJson())).toBeObservable(expected, documents, broken);
        m.expect<unknown>(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'errors where a document is larger than allowed',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-n-g-h-h', chunks);
        const sub      =        '^----!';
        const expected =        '-x---#';
        const error    = new DecodeError({
          problem: 'size',
          path: '',
          expected: "at most 8 bytes; raise maxDocumentBytes if the server's objects are larger",
          text: '12 bytes without an end',
        });
        m.expect<unknown>(source.pipe(chunkedJson({ maxDocumentBytes: 8 }))).toBeObservable(expected, documents, error);
        m.expect<unknown>(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'refuses a limit that is none, without asking for a byte',
    marbles((m) => {
      const source = m.cold('-n', chunks);
      const errors: unknown[] = [];
      source.pipe(chunkedJson({ maxDocumentBytes: 0 })).subscribe({
        error: (error: unknown) => {
          errors.push(error);
        },
      });
      m.expect<unknown>(source).toHaveSubscriptions([]);

      expect(errors).toMatchObject([{ _tag: 'ProtocolError', field: 'maxDocumentBytes' }]);
    }),
  );

  it(
    'closes its source when it is unsubscribed',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-n-n-n', chunks);
        const unsub    =        '^--!';
        m.expect<unknown>(source.pipe(chunkedJson()), unsub).toBeObservable('-x-', documents);
        m.expect<unknown>(source.pipe(chunkedJson(), take(2))).toBeObservable('-x-(x|)', documents);
        m.expect<unknown>(source).toHaveSubscriptions([unsub, unsub]);
      }
    }),
  );

  it(
    'emits no more of a chunk to a subscriber that has enough',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-d-d', chunks);
        const sub      =        '^!';
        const expected =        '-(x|)';
        m.expect<unknown>(source.pipe(chunkedJson(), take(1))).toBeObservable(expected, documents);
        m.expect<unknown>(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it('does not read a chunk again that broke before it was wanted', () => {
    const got: unknown[] = [];
    of(chunks.f)
      .pipe(chunkedJson(), take(1))
      .subscribe((document) => got.push(document));

    expect(got).toEqual([documents.x]);
  });

  it('takes whole numbers of chunks from a synchronous source, and stops it', () => {
    let made = 0;
    const got: unknown[] = [];
    range(0, 1_000)
      .pipe(
        map(() => {
          made++;

          return chunks.n;
        }),
        chunkedJson(),
        take(2),
      )
      .subscribe((document) => got.push(document));

    expect(got).toEqual([documents.x, documents.x]);
    expect(made).toBe(2);
  });

  it('keeps the order where a document makes the source emit', () => {
    const source = new Subject<Uint8Array>();
    const got: unknown[] = [];
    source.pipe(chunkedJson()).subscribe({
      next: (document) => {
        got.push(document);
        if (got.length === 1) {
          source.next(bytes('{"n":4}\n'));
          source.complete();
        }
      },
      complete: () => got.push('|'),
    });
    source.next(chunks.d);

    expect(got).toEqual([documents.x, documents.y, documents.z, { n: 4 }, '|']);
  });

  it('emits nothing to a subscriber that unsubscribes while it gets a document', () => {
    const source = new Subject<Uint8Array>();
    const got: unknown[] = [];
    const subscription = source.pipe(chunkedJson()).subscribe((document) => {
      got.push(document);
      subscription.unsubscribe();
    });
    source.next(chunks.d);

    expect(got).toEqual([documents.x]);
    expect(source.observed).toBe(false);
  });

  it('shares nothing between subscribers', () => {
    const source = new Subject<Uint8Array>();
    const operator = chunkedJson();
    const first: unknown[] = [];
    const second: unknown[] = [];
    source.pipe(operator).subscribe((document) => first.push(document));
    source.next(chunks.a);
    source.pipe(operator).subscribe({
      next: (document) => second.push(document),
      error: () => second.push(new Error('broken')),
    });
    source.next(bytes('1 }\n'));

    expect(first).toEqual([documents.x]);
    expect(second).toEqual([1, new Error('broken')]);
  });

  it('lets an exception of a consumer through to where RxJS takes it', () => {
    const got: unknown[] = [];
    of(chunks.d)
      .pipe(
        chunkedJson(),
        map(() => {
          throw new TypeError('user');
        }),
      )
      .subscribe({
        error: (error: unknown) => got.push(error),
      });

    expect(got).toEqual([new TypeError('user')]);
  });

  it('gives the same documents however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.object(), { maxLength: 4 }),
        fc.array(fc.nat(500), { maxLength: 10 }),
        (values, places) => {
          const whole = bytes(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
          const borders = [0, ...places, whole.length]
            .map((place) => Math.min(place, whole.length))
            .sort((one, other) => one - other);
          const source = from(borders.slice(1)).pipe(
            map((border, at) => whole.subarray(borders[at], border)),
          );
          let got: unknown;
          source.pipe(chunkedJson(), toArray()).subscribe((all) => {
            got = all;
          });

          expect(JSON.stringify(got)).toBe(JSON.stringify(values));
        },
      ),
    );
  });

  it('is subscribed lazily', () => {
    let subscribed = 0;
    const source = new Observable<Uint8Array>(() => {
      subscribed++;
    });
    const piped = source.pipe(chunkedJson());

    expect(subscribed).toBe(0);

    piped.subscribe();

    expect(subscribed).toBe(1);
  });
});
