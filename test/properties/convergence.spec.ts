import { describe, it } from 'vitest';

import { realPipe } from '../marbles/pipe.js';
import { convergenceProperties } from './convergence.js';

describe('convergence', () => {
  it.each(convergenceProperties(200))(
    '$name',
    ({ tell }) => {
      tell(realPipe);
    },
    // The long run, many times as many, has its own measure.
    600_000,
  );
});
