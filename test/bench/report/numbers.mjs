/** @import { Spread } from '../measure/statistics.mjs' */

/**
 * A number with its thousands set apart, or nothing where there is none.
 *
 * @param {number | undefined} value
 * @param {number} [digits] behind the point
 */
export function number(value, digits = 0) {
  if (value === undefined || !Number.isFinite(value)) return '';

  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * A median with its quartiles.
 *
 * @param {Spread | undefined} spread
 * @param {number} [digits]
 */
export function spread(spread, digits = 2) {
  if (spread === undefined) return '';
  const { median, lower, upper } = spread;

  return `${number(median, digits)} (${number(lower, digits)}–${number(upper, digits)})`;
}
