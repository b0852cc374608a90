import { describe, expect, it } from 'vitest';

import { realPipe } from '../marbles/pipe.js';
import { convergesFromEach } from './convergence.js';
import { halves } from './runs.js';

const HOUR = 3_600_000;

// A file of its own, so that it has a core of its own.
describe('convergence', () => {
  it(
    'of the second half of the schedules: the set is that of the server in the end, and always was',
    () => {
      const [, runs] = halves();
      expect(convergesFromEach(realPipe, runs)).toBe(runs.count);
    },
    HOUR,
  );
});
