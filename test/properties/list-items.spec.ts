import { describe, it } from 'vitest';

import { failsWhereParseFails, readsWhatParseReads } from './list-items.js';
import { runsOf } from './runs.js';

describe.each(['eager', 'deferred'] as const)('a list decoded item by item, %s', (decoding) => {
  it('reads what JSON.parse reads', () => {
    readsWhatParseReads(runsOf(300), decoding);
  }, 60_000);

  it('fails where JSON.parse fails', () => {
    failsWhereParseFails(runsOf(600), decoding);
  }, 60_000);
});
