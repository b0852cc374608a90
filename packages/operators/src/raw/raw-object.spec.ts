import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { DecodeError, type KubeObject } from '@rxkube/protocol';
import { readEventHead } from '@rxkube/protocol/json';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { RawObject } from './raw-object.js';
import { eventText, itemText } from './raw-text.js';

const reader = itemText((object) => object);
const UID = '11111111-2222-3333-4444-555555555555';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function item(rest = ''): string {
  return `{"metadata":{"name":"web-0-of-many","namespace":"ns1","uid":"${UID}","resourceVersion":"7"}${rest}}`;
}

function raw(text = item()): {
  readonly object: RawObject<KubeObject>;
  readonly head: ReturnType<typeof vi.fn>;
} {
  const head = vi.fn((words: string) => reader.head(words));
  const known = reader.head(text);
  if (known === undefined) throw new Error(`no head in ${text}`);

  return {
    object: RawObject.from(known, text, { ...reader, head }) as RawObject<KubeObject>,
    head,
  };
}

describe('a raw object', () => {
  // A spy keeps what it was called with.
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('knows its key, its uid and its version without being parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const { object, head } = raw();

    expect(object.takeKey()).toBe('ns1/web-0-of-many');
    expect(object).toMatchObject({ uid: UID, version: '7' });
    expect(head).not.toHaveBeenCalled();
    expect(parse).not.toHaveBeenCalled();
  });

  it('reads its names again when its key is asked for twice', () => {
    const { object, head } = raw();

    expect([object.takeKey(), object.takeKey()]).toEqual([
      'ns1/web-0-of-many',
      'ns1/web-0-of-many',
    ]);
    expect(head).toHaveBeenCalledTimes(1);
  });

  it('knows its key after it is parsed, also if the key was read before', () => {
    const [asked, other] = [raw().object, raw().object];
    const before = asked.takeKey();
    asked.read();
    other.read();

    expect([asked.takeKey(), asked.takeKey()]).toEqual([before, before]);
    expect([other.takeKey(), other.takeKey()]).toEqual([before, before]);
    expect(other).toMatchObject({ uid: UID, version: '7', source: undefined });
  });

  it('knows its key if its text is broken, also if the key was read before', () => {
    const [asked, other] = [raw(item(',"spec":{"a":nil}')), raw(item(',"spec":{"a":nil}'))];
    const key = asked.object.takeKey();

    for (const { object } of [asked, other]) {
      const read = (): unknown => object.read();
      expect(read).toThrow(DecodeError);
      expect(read).toThrow(expect.objectContaining({ key, resourceVersion: '7' }) as Error);
      expect([object.takeKey(), object.takeKey()]).toEqual([key, key]);
    }
  });

  it('knows its key if it is not an object of its resource', () => {
    const wrong = new DecodeError({ problem: 'object', path: 'spec', expected: 'a spec' });
    const { object } = raw();
    const key = object.takeKey();
    const decoded = object.readWith({
      decode: () => {
        throw wrong;
      },
      onBroken: () => undefined,
    });

    expect(() => decoded.read()).toThrow(wrong);
    expect(() => decoded.read()).toThrow(wrong);
    expect([decoded.takeKey(), decoded.takeKey()]).toEqual([key, key]);
  });

  it('is read from the text of its event', () => {
    const how = eventText((object) => ({ ...(object as object), kind: 'Thing' }));
    const text = `{"type":"ADDED","object":${item()}}\n`;
    const head = readEventHead(text, bytes(text));
    if (head === undefined) throw new Error('no head');
    const object = RawObject.from(head, text, how) as RawObject<KubeObject>;

    expect([object.takeKey(), object.takeKey()]).toEqual([
      'ns1/web-0-of-many',
      'ns1/web-0-of-many',
    ]);
    expect(object.read()).toMatchObject({ kind: 'Thing', metadata: { uid: UID } });
  });

  it('releases its text after it is parsed', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();

      return process.memoryUsage().heapUsed;
    };
    const before = used();
    const held = Array.from({ length: 100 }, (_, at) => {
      const text = new TextDecoder().decode(
        bytes(`{"type":"ADDED","object":${item(`,"${String(at)}":${' '.repeat(500_000)}0`)}}`),
      );
      const head = readEventHead(text, bytes(text));
      if (head === undefined) throw new Error('no head');
      const object = RawObject.from(
        head,
        text,
        eventText((whole) => whole),
      ) as RawObject<KubeObject>;
      object.read();

      return object;
    });

    expect(used() - before).toBeLessThan(10_000_000);
    expect(held[99]?.takeKey()).toBe('ns1/web-0-of-many');
  });
});
