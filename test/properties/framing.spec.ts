import { describe, it } from 'vitest';

import { realPipe } from '../marbles/pipe.js';
import { framingProperties } from './framing.js';
import { runsOf } from './runs.js';

const HOUR = 3_600_000;

describe('framing', () => {
  it.each(framingProperties(runsOf(500)))(
    '$name',
    ({ tell }) => {
      tell(realPipe);
    },
    HOUR,
  );
});
