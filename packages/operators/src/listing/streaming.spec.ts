import { describe, expect, it } from 'vitest';

import { version } from '../../../../test/laws/kube.js';
import { type StreamOutcome, type Streaming, afterStream, newStreaming } from './streaming.js';

const start = { at: 'notOlderThan', resourceVersion: version(10) } as const;
const fresh = newStreaming(start);

describe('afterStream', () => {
  it.each<{ outcomes: readonly StreamOutcome[]; changes: Partial<Streaming> }>([
    { outcomes: ['failure'], changes: {} },
    { outcomes: ['versionLost'], changes: { start: { at: 'latest' } } },
    { outcomes: ['endedEarly'], changes: { hasEndedEarly: true } },
    { outcomes: ['broken'], changes: { brokenStreams: 1 } },
    { outcomes: ['broken', 'failure', 'broken'], changes: { brokenStreams: 2 } },
    { outcomes: ['brokenText'], changes: { brokenStreams: 1, isTextBroken: true } },
    { outcomes: ['brokenText', 'broken'], changes: { brokenStreams: 2, isTextBroken: true } },
    {
      outcomes: ['endedEarly', 'versionLost'],
      changes: { hasEndedEarly: true, start: { at: 'latest' } },
    },
  ])('remembers $outcomes', ({ outcomes, changes }) => {
    expect(outcomes.reduce(afterStream, fresh)).toEqual({ ...fresh, ...changes });
  });
});
