import { describe, expect, it } from 'vitest';

import { bytesOf } from '../building/bytes.js';
import { onVirtualTime } from '../time/on-virtual-time.js';
import { timedBytes } from './timed-bytes.js';
import { type WatchStep, watchSteps } from './watch-steps.js';

function sent(...steps: readonly WatchStep[]): readonly string[] {
  return onVirtualTime((time) =>
    time.story(
      timedBytes(watchSteps(...steps)),
      (chunk) => new TextDecoder().decode(chunk).slice(0, 15),
      100,
    ),
  );
}

describe('watchSteps', () => {
  it('sends documents from their short forms, and stays open', () => {
    expect(sent('+a@u1/11', 50, 'BM/20', bytesOf('text'), { a: 1 })).toEqual([
      '0 {"type":"ADDED"',
      '50 {"type":"BOOKMA',
      '50 text',
      '50 {"a":1}\n',
    ]);
  });

  it('ends at END', () => {
    expect(sent('+a@u1/11', 50, 'END')).toEqual(['0 {"type":"ADDED"', '50 |']);
  });

  it('is cut at RST and at FIN', () => {
    expect(sent(5, 'RST')).toEqual(['5 # TransportError ECONNRESET']);
    expect(sent(5, 'FIN')).toEqual(['5 # TransportError UND_ERR_SOCKET']);
  });

  it('refuses other texts', () => {
    expect(() => watchSteps('w')).toThrow('send a text as bytesOf(text)');
  });
});
