import { Subject } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { frames, thing } from '../../../../test/laws/kube.js';
import { deferredJson } from './deferred-json.js';

describe('the habit of who reads deferred objects', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** How often something is parsed, of events that come one by one and are read or not. */
  function follow(reads: (n: number) => boolean, count: number): number[] {
    const parse = vi.spyOn(JSON, 'parse');
    const parsed: number[] = [];
    const body = new Subject<Uint8Array>();
    let n = 0;
    body.pipe(deferredJson()).subscribe((document) => {
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

  it('parses each object once where each is read at once', () => {
    expect(follow(() => true, 300)).toEqual(new Array(300).fill(1));
  });

  it('leaves the objects again soon after they are not read any more', () => {
    const parsed = follow((n) => n < 200, 300);

    expect(parsed.slice(0, 200)).toEqual(new Array(200).fill(1));
    expect(parsed.slice(200).filter((times) => times > 0).length).toBeLessThanOrEqual(16);
    expect(parsed.slice(216)).toEqual(new Array(84).fill(0));
  });

  it('leaves the objects to who reads many of them, but not each', () => {
    const parsed = follow((n) => n % 50 !== 0, 300);

    expect(parsed.filter((times) => times === 0)).toHaveLength(6);
  });
});
