import { DecodeError } from '@rxkube/protocol';
import * as t from 'io-ts';
import { Subject, from, map, of, tap, toArray } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { bytes, frames, thing } from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { deferredJson } from './deferred-json.js';
import { watchEvents } from './watch-events.js';

const BROKEN =
  '{"type":"ADDED","object":{"metadata":{"name":"a","uid":"u1","resourceVersion":"11"},"spec":tru}}\n';

function documentsOf(...chunks: readonly Uint8Array[]): unknown[] {
  const documents: unknown[] = [];
  from(chunks)
    .pipe(deferredJson())
    .subscribe((document) => documents.push(document));

  return documents;
}

describe('deferredJson', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it(
    'makes a document of each text, wherever the chunks are cut',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './deferred-json.ts', ['source', 'result']);
      const text = '{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n';
      const source = m.cold(rows.source, {
        a: bytes(text.slice(0, 20)),
        b: bytes(text.slice(20)),
        c: bytes(text + text),
      });
      const document = { type: 'ADDED', object: { metadata: { name: 'a' } } };
      const read = source.pipe(
        deferredJson(),
        map((one) => ({ ...(one as object) })),
      );
      m.expect<unknown>(read).toBeObservable(rows.result, {
        x: document,
        y: document,
        z: document,
      });
    }),
  );

  it('gives the documents of a watch, whatever their form', () => {
    const glued = bytes(
      '{"type":"ADDED","object":{"metadata":{"name":"a"}}}{"type":"FROB"}{\n"n": 1}[2]\n',
    );

    expect(documentsOf(frames('+a@u1/11'), glued)).toEqual([
      { type: 'ADDED', object: thing('a@u1/11') },
      { type: 'ADDED', object: { metadata: { name: 'a' } } },
      { type: 'FROB' },
      { n: 1 },
      [2],
    ]);
  });

  it('parses an object once, when it is read, and the others never', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const [first, second] = documentsOf(frames('+a@u1/11', '~a@u1/12')) as { object: unknown }[];
    expect(parse).not.toHaveBeenCalled();

    const object = second?.object;
    expect(second?.object).toBe(object);
    expect({ ...second }).toEqual({ type: 'MODIFIED', object });
    expect(parse).toHaveBeenCalledTimes(1);
    expect(first).toBeDefined();
  });

  it('gives one object to the readers of a frame and of its event', () => {
    const seen: unknown[] = [];
    of(frames('+a@u1/11'))
      .pipe(
        deferredJson(),
        tap((document) => seen.push((document as unknown as { object: unknown }).object)),
        watchEvents(),
      )
      .subscribe((event) => event.type === 'ADDED' && seen.push(event.object));

    expect(seen[1]).toEqual(thing('a@u1/11'));
    expect(seen[1]).toBe(seen[0]);
  });

  it('throws the same error, without the values of the text, each time if the text is not JSON', () => {
    const [document] = documentsOf(bytes(BROKEN)) as [{ object: unknown }];
    const errors = [1, 2].map(() => {
      try {
        return document.object;
      } catch (error) {
        return error;
      }
    });

    expect(errors[0]).toBeInstanceOf(DecodeError);
    expect(errors[0]).toMatchObject({ problem: 'json', key: 'a', resourceVersion: '11' });
    expect(String(errors[0])).not.toContain('tru');
    expect(errors[1]).toBe(errors[0]);
  });

  it('ends the events of a watch if a subscriber has read a broken object', () => {
    const body = new Subject<Uint8Array>();
    const told: unknown[] = [];
    body.pipe(deferredJson(), watchEvents()).subscribe({
      next: (event) => told.push(event),
      error: (error: unknown) => told.push(error),
    });
    body.next(bytes(BROKEN));
    body.next(frames('+b@u2/12'));
    expect(told).toHaveLength(2);

    expect(() => (told[0] as { object: unknown }).object).toThrow(DecodeError);
    expect(told[2]).toMatchObject({ _tag: 'DecodeError', problem: 'json' });
    expect(body.observed).toBe(false);
  });

  it('checks an object with the codec when it is read', () => {
    const widget = t.type({ metadata: t.type({ name: t.string }), data: t.string });
    const onBroken = vi.fn();
    const events: unknown[] = [];
    of(frames('+a@u1/11'))
      .pipe(deferredJson(), watchEvents(widget, { onBroken }))
      .subscribe((event) => events.push(event));
    expect(events).toHaveLength(1);

    for (let times = 0; times < 2; times++) {
      expect(() => (events[0] as { object: unknown }).object).toThrow(/object\.data/u);
    }
    expect(onBroken).toHaveBeenCalledTimes(1);
  });

  it('passes an exception of the codec on, and asks it again', () => {
    let fails = true;
    const codec = new t.Type<{ metadata: { name: string } }, unknown, unknown>(
      'moody',
      (value): value is { metadata: { name: string } } => typeof value === 'object',
      (value) => {
        if (fails) throw new TypeError('user');

        return t.success(value as { metadata: { name: string } });
      },
      t.identity,
    );
    const events: unknown[] = [];
    of(frames('+a@u1/11'))
      .pipe(deferredJson(), watchEvents(codec))
      .subscribe((event) => events.push(event));
    const [event] = events as [{ object: unknown }];

    expect(() => event.object).toThrow(TypeError);
    fails = false;
    expect(event.object).toEqual(thing('a@u1/11'));
  });

  it('reads each object at once if `onInvalid` has to judge it', () => {
    const widget = t.type({ metadata: t.type({ name: t.string }), data: t.string });
    const onInvalid = vi.fn(() => 'skip' as const);
    const events: unknown[] = [];
    of(frames('+a@u1/11'))
      .pipe(deferredJson(), watchEvents(widget, { onInvalid }), toArray())
      .subscribe((all) => events.push(...all));

    expect(onInvalid).toHaveBeenCalledTimes(1);
    expect(events).toMatchObject([{ type: 'BOOKMARK', resourceVersion: '11' }]);
  });
});
