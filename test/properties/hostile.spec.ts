import { Observable, from, range, map } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { realPipe } from '../marbles/pipe.js';
import { hostileProperties, withstands } from './hostile.js';
import { runsOf } from './runs.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const MIB = 1_048_576;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const list = [bytes('{"kind":"ConfigMapList","metadata":{"resourceVersion":"10"},"items":[]}')];
const frame = (object: string): string => `{"type":"ADDED","object":${object}}\n`;
const named = (more: string): string =>
  frame(`{"metadata":{"name":"a","namespace":"ns1","resourceVersion":"11"}${more}}`);

describe('hostile bytes', () => {
  it.each(hostileProperties(runsOf(300)))(
    '$name',
    ({ tell }) => {
      expect(() => {
        tell(realPipe);
      }).not.toThrow();
    },
    HOUR,
  );

  it.each([
    ['nested 100,000 deep in arrays', named(`,"data":${'['.repeat(1e5)}${']'.repeat(1e5)}`)],
    ['nested 100,000 deep in objects', named(`,"data":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`)],
    ['opened a million times and never closed', '['.repeat(1e6)],
    ['with a number of a million digits', named(`,"data":${'9'.repeat(1e6)}`)],
    ['with an escape that is cut', '{"type":"\\u12'],
    ['that is an array', '[{"type":"ADDED"}]\n'],
    ['that is a string', '"ADDED"\n'],
    ['that is null', 'null\n'],
    ['of a million empty lines', '\n'.repeat(1e6)],
    ['of a million closing brackets', '}'.repeat(1e6)],
  ])(
    'are withstood: a frame %s',
    (_name, text) => {
      const { snapshots } = withstands(realPipe, list, [bytes(text)]);
      expect(snapshots).toBeGreaterThan(1);
    },
    MINUTE,
  );

  it(
    'are an error of their size: 64 MiB without an end, of which no more than the limit is kept',
    () => {
      let sent = 0;
      const chunk = bytes('x'.repeat(MIB));
      // Each time that it is asked for, until it is left.
      const endless = new Observable<Uint8Array>((subscriber) => {
        subscriber.next(bytes('{"type":"'));
        for (let n = 0; n < 64 && !subscriber.closed; n++) {
          sent++;
          subscriber.next(chunk);
        }
        subscriber.complete();
      });
      const { error } = withstands(realPipe, list, endless);
      expect(error).toMatchObject({ _tag: 'DecodeError', problem: 'size' });
      // Of each try the limit of 16 MiB was read, and no more.
      expect(sent % 16).toBe(0);
    },
    MINUTE,
  );

  it(
    'are read one by one, in a million chunks',
    () => {
      const text = bytes(named(`,"data":{"text":"${'é'.repeat(500_000)}"}`));
      const single = range(0, text.length).pipe(map((at) => text.subarray(at, at + 1)));
      const { snapshots, error } = withstands(realPipe, list, single);
      expect(error).toMatchObject({ rule: 'shortWatch' });
      expect(snapshots).toBeGreaterThan(1);
      expect(text.length).toBeGreaterThan(1e6);
    },
    MINUTE,
  );

  it('are events where JSON allows them: of duplicate keys the last one counts, and none is special', () => {
    const { snapshots, error } = withstands(
      realPipe,
      list,
      from([
        bytes('{"type":"DELETED","type":"ADDED","object":{"metadata":{"name":"x"},'),
        bytes('"metadata":{"name":"a","__proto__":"b","resourceVersion":"11"}}}\n'),
      ]),
    );
    expect(error).toMatchObject({ rule: 'shortWatch' });
    expect(snapshots).toBeGreaterThan(2);
  });
});
