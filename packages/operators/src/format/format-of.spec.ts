import { describe, expect, it } from 'vitest';

import { linesFormat } from '../../../../test/support/lines-format.js';
import { formatOf } from './format-of.js';

const format = linesFormat();

describe('formatOf', () => {
  it.each([
    'application/vnd.lines',
    'application/vnd.lines;stream=watch',
    'Application/VND.lines ; stream=watch',
  ])('is the format for %s', (type) => {
    expect(formatOf(format, type)).toBe(format);
  });

  it.each([
    'application/json',
    'application/json;stream=watch',
    'application/vnd.lines2',
    'text/html',
    '',
    undefined,
  ])('is none for %s', (type) => {
    expect(formatOf(format, type)).toBeUndefined();
    expect(formatOf(undefined, type)).toBeUndefined();
  });
});
