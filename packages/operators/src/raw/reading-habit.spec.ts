import { Subject, map } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { frames, thing } from '../../../../test/laws/kube.js';
import { type Decoding } from '../decoding/decoding.js';
import { documentsOf } from '../decoding/documents-of.js';
import { readableFrame } from './raw-event.js';

describe('adaptive decoding', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** How often something is parsed, of events that come one by one and are read or not. */
  function follow(
    reads: (n: number) => boolean,
    count: number,
    decoding: Decoding = 'adaptive',
  ): number[] {
    const parse = vi.spyOn(JSON, 'parse');
    const parsed: number[] = [];
    const body = new Subject<Uint8Array>();
    const documents = documentsOf({ decoding }, () => true);
    let n = 0;
    body.pipe(documents(undefined), map(readableFrame)).subscribe((document) => {
      if (!reads(n)) return;
      const version = String(n + 10);
      expect({ ...(document as object) }).toEqual({
        type: 'ADDED',
        object: thing(`a@u1/${version}`),
      });
    });
    for (; n < count; n++) {
      const before = parse.mock.calls.length;
      body.next(frames(`+a@u1/${String(n + 10)}`));
      parsed.push(parse.mock.calls.length - before);
    }

    return parsed;
  }

  it('parses each object once if each is read at once', () => {
    expect(follow(() => true, 300)).toEqual(new Array(300).fill(1));
  });

  it('parses no more objects in vain than were read before', () => {
    const parsed = follow((n) => n < 200, 500);

    expect(parsed.slice(0, 200)).toEqual(new Array(200).fill(1));
    expect(parsed.slice(200).filter((times) => times > 0).length).toBeLessThanOrEqual(200);
    expect(parsed.slice(400)).toEqual(new Array(100).fill(0));
  });

  it('parses no more than 1,024 in vain', () => {
    const parsed = follow((n) => n < 4_200, 5_300);

    expect(parsed.slice(0, 4_200)).toEqual(new Array(4_200).fill(1));
    expect(parsed.slice(5_224)).toEqual(new Array(76).fill(0));
  });

  it('is learned again, as cautiously as at first', () => {
    const parsed = follow((n) => n < 200 || (n >= 500 && n < 590), 700);

    expect(parsed.slice(500, 590)).toEqual(new Array(90).fill(1));
    expect(parsed.slice(590).filter((times) => times > 0).length).toBeLessThanOrEqual(90);
    expect(parsed.slice(640)).toEqual(new Array(60).fill(0));
  });

  it('defers the objects if many of them, but not all, are read', () => {
    const parsed = follow((n) => n % 50 !== 0, 300);

    expect(parsed.filter((times) => times === 0)).toHaveLength(6);
  });

  it('is not what deferred decoding does: it always defers', () => {
    const parsed = follow((n) => n < 200, 300, 'deferred');

    expect(parsed).toEqual([...new Array<number>(200).fill(1), ...new Array<number>(100).fill(0)]);
  });
});
