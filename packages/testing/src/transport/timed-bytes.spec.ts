import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { onVirtualTime } from '../time/on-virtual-time.js';
import { type Step, cut, idle, timedBytes } from './timed-bytes.js';

function sent(steps: readonly Step[]): readonly unknown[] {
  return onVirtualTime((time) => {
    const recording = time.record(timedBytes(steps), 1_000);
    time.run();

    return [
      ...recording.values.map(
        ({ at, value }) => `${String(at)} ${new TextDecoder().decode(value)}`,
      ),
      recording.completedAt ?? recording.failure,
    ];
  });
}

describe('timedBytes', () => {
  it('sends documents, texts and bytes, and waits between them', () => {
    expect(sent([{ a: 1 }, 50, 'text', 10, Uint8Array.of(0x21)])).toEqual([
      '0 {"a":1}\n',
      '50 text',
      '60 !',
      60,
    ]);
  });

  it('is cut at a `cut`', () => {
    expect(sent([20, cut('EPIPE'), 'never'])).toMatchObject([
      { at: 20, error: { _tag: 'TransportError', phase: 'body', code: 'EPIPE' } },
    ]);
  });

  it('stays open after `idle`', () => {
    expect(sent(['a', idle, 'never'])).toEqual(['0 a', undefined]);
  });

  it('takes a stream as it comes', () => {
    const later = new Subject<Uint8Array>();
    const seen: string[] = [];
    timedBytes(['a', later, 'b']).subscribe((chunk) => {
      seen.push(new TextDecoder().decode(chunk));
    });
    later.next(Uint8Array.of(0x21));
    later.complete();
    expect(seen).toEqual(['a', '!', 'b']);
  });
});
