import { describe, expect, it } from 'vitest';

import { humanDuration } from './human-duration.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('humanDuration', () => {
  it.each([
    [0, '0s'],
    [999, '0s'],
    [-SECOND, '0s'],
    [-2 * SECOND, '<invalid>'],
    [NaN, '<invalid>'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [5 * MINUTE + 20 * SECOND, '5m20s'],
    [10 * MINUTE + 20 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [3 * HOUR + 5 * MINUTE, '3h5m'],
    [8 * HOUR + 5 * MINUTE, '8h'],
    [47 * HOUR, '47h'],
    [2 * DAY, '2d'],
    [2 * DAY + 3 * HOUR, '2d3h'],
    [8 * DAY + 3 * HOUR, '8d'],
    [729 * DAY, '729d'],
    [730 * DAY, '2y'],
    [3 * 365 * DAY + 20 * DAY, '3y20d'],
    [8 * 365 * DAY + 20 * DAY, '8y'],
  ])('says of %d ms %s', (milliseconds, text) => {
    expect(humanDuration(milliseconds)).toBe(text);
  });
});
