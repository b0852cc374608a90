/** Enough to recognise what came; the rest is nobody's business in a log. */
const LIMIT = 200;

/**
 * What came, for an error: the names of its fields and its shape. No value of a string is shown: it may be anything,
 * a Secret's data included.
 */
export function shapeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `a text of ${String(value.length)} characters`;
  if (Array.isArray(value)) return `an array of ${String(value.length)}`;
  if (value === null || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  if (typeof value !== 'object') return `a ${typeof value}`;
  const names = Object.keys(value)
    .slice(0, LIMIT)
    .map((key) => JSON.stringify(key.slice(0, LIMIT)));

  return cut(`{${names.join(', ')}}`);
}

function cut(text: string): string {
  return text.length > LIMIT ? `${text.slice(0, LIMIT)}…` : text;
}
