import { describe, expect, it } from 'vitest';

import { realPipe } from '../marbles/pipe.js';
import { check, convergesFromEach } from './convergence.js';
import { halves } from './runs.js';
import { regressions } from './schedules/regressions.js';
import { runSchedule } from './schedules/run-schedule.js';

const HOUR = 3_600_000;

describe('convergence', () => {
  it.each(regressions)('once more: $name', ({ schedule }) => {
    const outcome = runSchedule(realPipe, schedule);
    expect(() => {
      check(outcome, schedule);
    }).not.toThrow();
  });

  it(
    'of the first half of the schedules: the set is that of the server in the end, and always was',
    () => {
      const [runs] = halves();
      expect(convergesFromEach(realPipe, runs)).toBe(runs.count);
    },
    HOUR,
  );
});
