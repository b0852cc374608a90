import { DecodeError, ProtocolError, StatusError } from '@rxkube/protocol';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';

import { frame, list, status, thing, version } from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type JsonDocument } from './json-document.js';
import { type OnInvalid, watchEvents } from './watch-events.js';

const widget = t.type({
  metadata: t.intersection([
    t.type({ name: t.string }),
    t.partial({ namespace: t.string, uid: t.string, resourceVersion: t.string }),
  ]),
  data: t.string,
});

const documents = {
  a: frame('+a@u1/11', 'x'),
  b: frame('~a@u1/12', 'x'),
  c: frame('-a@u1/13', 'x'),
  d: frame('BM/20'),
  e: { type: 'ERROR', object: status(410, 'Expired', { message: 'too old resource version' }) },
  f: { type: 'FROB', object: thing('a@u1/14') },
  g: { type: 'BOOKMARK', object: { metadata: { resourceVersion: '0' } } },
  h: frame('+b@u2/15', 7),
  i: { type: 'ADDED', object: null },
  j: { type: 'ADDED', object: { metadata: { name: 'b' } } },
  l: list('10', ['a@u1/7']),
  n: null,
  s: status(403, 'Forbidden'),
} as unknown as Readonly<Record<string, JsonDocument>>;

const events = {
  A: { type: 'ADDED', object: thing('a@u1/11', 'x') },
  B: { type: 'MODIFIED', object: thing('a@u1/12', 'x') },
  C: { type: 'DELETED', object: thing('a@u1/13', 'x') },
  D: { type: 'BOOKMARK', resourceVersion: version(20), initialEventsEnd: false },
  H: { type: 'ADDED', object: thing('b@u2/15', 7) },
  P: { type: 'BOOKMARK', resourceVersion: version(15), initialEventsEnd: false },
};

const undecodable = new DecodeError({
  problem: 'object',
  path: 'object.data',
  expected: 'string',
  key: 'ns1/b',
  resourceVersion: '15',
});

describe('watchEvents', () => {
  it(
    'reads events, and errors with the Status of an ERROR frame',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './watch-events.ts', ['source', 'result']);
      const { d, f } = documents;
      const source = m.cold(rows.source, {
        ...documents,
        ...(d !== undefined && { b: d }),
        ...(f !== undefined && { c: f }),
      });
      m.expect<unknown>(source.pipe(watchEvents())).toBeObservable(
        rows.result,
        { a: events.A, b: events.D },
        new StatusError({
          code: 410,
          reason: 'Expired',
          serverMessage: 'too old resource version',
        }),
      );
    }),
  );

  it(
    'reads the events of a watch',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a-b-c-d-|', documents);
        const sub      =        '^--------!';
        const expected =        '-A-B-C-D-|';
        m.expect<unknown>(source.pipe(watchEvents())).toBeObservable(expected, events);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'waits, ends and fails with its source',
    marbles((m) => {
      for (const source of ['-', '|', '--|', '#', '--#']) {
        m.expect<unknown>(m.cold(source).pipe(watchEvents())).toBeObservable(source);
      }
    }),
  );

  it(
    'errors with the Status of an ERROR frame',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a-e-a', documents);
        const sub      =        '^--!';
        const expected =        '-A-#';
        const error    = new StatusError({
          code: 410,
          reason: 'Expired',
          serverMessage: 'too old resource version',
        });
        m.expect<unknown>(source.pipe(watchEvents())).toBeObservable(expected, events, error);
        m.expect(source).toHaveSubscriptions(sub);
      }
    }),
  );

  it(
    'errors with a bare Status',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-s-a', documents);
        const expected =        '-#';
        const error    = new StatusError({ code: 403, reason: 'Forbidden', serverMessage: '' });
        m.expect<unknown>(source.pipe(watchEvents())).toBeObservable(expected, events, error);
        m.expect(source).toHaveSubscriptions('^!');
      }
    }),
  );

  it(
    'reports that a List is not a watch',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-l-a', documents);
        const expected =        '-#';
        const error    = new ProtocolError({
          rule: 'watchNotSupported',
          problem:
            'the server answered the watch with a List, so it cannot watch this resource; list it now and then instead',
        });
        m.expect<unknown>(source.pipe(watchEvents())).toBeObservable(expected, events, error);
        m.expect(source).toHaveSubscriptions('^!');
      }
    }),
  );

  it.each(['n', 'i'])('errors for a document that is not an event: %s', (document) => {
    marbles((m) => {
      const got: unknown[] = [];
      const source = m.cold(`-${document}-a`, documents);
      source.pipe(watchEvents()).subscribe({
        next: (event) => got.push(event),
        error: (error: unknown) => got.push(error),
      });
      m.expect(source).toHaveSubscriptions('^!');
      m.flush();

      expect(got).toMatchObject([{ _tag: 'DecodeError' }]);
    })();
  });

  it(
    'ignores an unknown type and a bookmark without a position, and tells of them',
    marbles((m) => {
      const ignored: DecodeError[] = [];
      // prettier-ignore
      {
        const source   = m.cold('-f-g-b', documents);
        const expected =        '-----B';
        m.expect<unknown>(
          source.pipe(watchEvents(undefined, { onIgnored: (error) => ignored.push(error) })),
        ).toBeObservable(expected, events);
        m.expect(source).toHaveSubscriptions('^');
      }
      m.flush();

      expect(ignored.map((error) => error.problem)).toEqual(['eventType', 'bookmark']);
    }),
  );

  it(
    'fails with an object that is not of its resource',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a-h-b', documents);
        const expected =        '-A-#';
        m.expect<unknown>(source.pipe(watchEvents(widget))).toBeObservable(expected, events, undecodable);
        m.expect(source).toHaveSubscriptions('^--!');
      }
    }),
  );

  it(
    'takes such an object as it is where there is no codec',
    marbles((m) => {
      m.expect<unknown>(m.cold('-h', documents).pipe(watchEvents())).toBeObservable('-H', events);
    }),
  );

  it(
    'goes on behind such an object where that is wanted',
    marbles((m) => {
      const asked: DecodeError[] = [];
      // prettier-ignore
      {
        const source   = m.cold('-a-h-j-b', documents);
        const expected =        '-A-P---B';
        m.expect<unknown>(
          source.pipe(
            watchEvents(widget, {
              onInvalid: (error) => {
                asked.push(error);

                return 'skip';
              },
            }),
          ),
        ).toBeObservable(expected, events);
        m.expect(source).toHaveSubscriptions('^');
      }
      m.flush();

      expect(asked.map((error) => error.key)).toEqual(['ns1/b', 'b']);
    }),
  );

  it(
    'fails at a deletion that does not decode, without asking: nothing to come would take its object out',
    marbles((m) => {
      const asked: unknown[] = [];
      const seen: unknown[] = [];
      const deletion = { ...documents['h'], type: 'DELETED' } as unknown as JsonDocument;
      m.cold('-d', { d: deletion })
        .pipe(
          watchEvents(widget, {
            onInvalid: (error) => {
              asked.push(error);

              return 'skip';
            },
          }),
        )
        .subscribe({ error: (error: unknown) => seen.push(error) });
      m.flush();

      expect(asked).toEqual([]);
      expect(seen).toMatchObject([{ _tag: 'DecodeError', problem: 'object', key: 'ns1/b' }]);
    }),
  );

  it(
    'fails where onInvalid does not say what to do',
    marbles((m) => {
      const silent = (() => undefined) as unknown as OnInvalid;
      const seen: unknown[] = [];
      m.cold('-h', documents)
        .pipe(watchEvents(widget, { onInvalid: silent }))
        .subscribe({ error: (error: unknown) => seen.push(error) });
      m.flush();

      expect(seen).toMatchObject([{ _tag: 'DecodeError', problem: 'object' }]);
    }),
  );

  it.each([
    { callback: 'onInvalid', document: 'h' },
    { callback: 'onIgnored', document: 'f' },
  ])('errors with an exception of $callback as it is', ({ callback, document }) => {
    marbles((m) => {
      const throwing = (): never => {
        throw new TypeError('user');
      };
      // prettier-ignore
      {
        const source   = m.cold(`-${document}-a`, documents);
        const expected =         '-#';
        m.expect<unknown>(source.pipe(watchEvents(widget, { [callback]: throwing }))).toBeObservable(
          expected,
          {},
          new TypeError('user'),
        );
        m.expect(source).toHaveSubscriptions('^!');
      }
    })();
  });

  it(
    'errors with an exception of the codec as it is',
    marbles((m) => {
      const throwing = new t.Type<never, never, unknown>(
        'throwing',
        (value): value is never => value === undefined,
        () => {
          throw new TypeError('user');
        },
        (value) => value,
      );
      m.expect<unknown>(m.cold('-a-a', documents).pipe(watchEvents(throwing))).toBeObservable(
        '-#',
        {},
        new TypeError('user'),
      );
    }),
  );

  it(
    'closes its source when it is unsubscribed',
    marbles((m) => {
      // prettier-ignore
      {
        const source   = m.cold('-a-b-c', documents);
        const unsub    =        '^---!';
        const expected =        '-A-B-';
        m.expect<unknown>(source.pipe(watchEvents()), unsub).toBeObservable(expected, events);
        m.expect(source).toHaveSubscriptions(unsub);
      }
    }),
  );
});
