import { describe, it } from 'vitest';

import { chapters } from '../marbles/stories.js';
import { deferredPipe } from './deferred-pipe.js';
import { deferredProperties } from './deferred.js';
import { framingProperties } from './framing.js';
import { runsOf } from './runs.js';

describe('decoding when an object is read', () => {
  it.each(deferredProperties(runsOf(200)))(
    '$name',
    ({ tell }) => {
      tell(deferredPipe);
    },
    60_000,
  );

  it.each(framingProperties(runsOf(100)))(
    '$name',
    ({ tell }) => {
      tell(deferredPipe);
    },
    60_000,
  );

  it.each(Object.values(chapters).flat())(
    '$name',
    ({ tell }) => {
      tell(deferredPipe);
    },
    60_000,
  );
});
