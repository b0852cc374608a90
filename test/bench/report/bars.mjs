import { number } from './numbers.mjs';

/** @import { Spread } from '../measure/statistics.mjs' */

/**
 * Bars with their titles.
 *
 * @typedef {object} Chart
 * @property {string} title
 * @property {readonly Bar[]} rows
 */

/** @typedef {{ readonly name: string, readonly family: 'floor' | 'rxkube' | 'peer', readonly isWrong: boolean, readonly value: Spread }} Bar */

const WIDTH = 880;
const LEFT = 190;
const RIGHT = 170;
const ROW = 24;
const BAR = 15;
const HEAD = 66;
const CHART_HEAD = 42;
const COLORS = { floor: '#9aa5b1', rxkube: '#b7178c', peer: '#4a7fb5' };

/**
 * Horizontal bars, on white so that they can be read on any page.
 *
 * @param {{ readonly title: string, readonly about: string, readonly charts: readonly Chart[] }} drawing
 * @returns {string} SVG
 */
export function bars({ title, about, charts }) {
  let top = HEAD;
  const drawn = charts
    .filter(({ rows }) => rows.length > 0)
    .map((chart) => {
      const text = chartAt(chart, top);
      top += CHART_HEAD + chart.rows.length * ROW;

      return text;
    });
  const height = top + 16;

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(height)}" viewBox="0 0 ${String(WIDTH)} ${String(height)}" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13" fill="#1f2933">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="20" y="32" font-size="18" font-weight="600">${escaped(title)}</text>
<text x="20" y="54" fill="#616e7c">${escaped(about)}</text>
${drawn.join('\n')}
</svg>
`;
}

/**
 * @param {Chart} chart
 * @param {number} top
 */
function chartAt({ title, rows }, top) {
  const longest = Math.max(...rows.map(({ value }) => value.upper));
  const scale = (WIDTH - LEFT - RIGHT) / longest;
  const lines = rows.map((row, at) => rowAt(row, top + CHART_HEAD + at * ROW, scale));

  return `<text x="20" y="${String(top + 28)}" font-weight="600">${escaped(title)}</text>\n${lines.join('\n')}`;
}

/**
 * @param {Bar} bar
 * @param {number} y
 * @param {number} scale pixels for one
 */
function rowAt({ name, family, isWrong, value: { median, lower, upper } }, y, scale) {
  const at = (/** @type {number} */ value) => (LEFT + value * scale).toFixed(1);
  const middle = y + BAR / 2;
  const text = middle + 4.5;

  return [
    `<text x="${String(LEFT - 10)}" y="${String(text)}" text-anchor="end">${escaped(name)}</text>`,
    `<rect x="${String(LEFT)}" y="${String(y)}" width="${(median * scale).toFixed(1)}" height="${String(BAR)}" rx="2" fill="${COLORS[family]}"/>`,
    `<line x1="${at(lower)}" x2="${at(upper)}" y1="${String(middle)}" y2="${String(middle)}" stroke="#1f2933" stroke-width="1.5"/>`,
    `<text x="${(LEFT + upper * scale + 8).toFixed(1)}" y="${String(text)}">${number(median)}${isWrong ? ' · wrong state' : ''}</text>`,
  ].join('\n');
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
