/** Enough to recognise the input. The rest does not belong in a log. */
const LIMIT = 200;

/**
 * The shape of a value for an error: the names and types of its fields. It shows no string values, because they may be
 * a Secret's data.
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
