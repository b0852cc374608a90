/** Enough to recognise what came; the rest is nobody's business in a log. */
const LIMIT = 200;

/**
 * The beginning of what came, for an error. Values of strings are masked: they may be anything, a Secret's
 * data included. What stays are the names of fields and the shape.
 */
export function excerpt(value: unknown): string {
  if (typeof value === 'string') return cut(mask(value.slice(0, 4 * LIMIT)));
  if (value === undefined) return 'nothing';
  if (typeof value !== 'object' || value === null) return cut(String(value));
  if (Array.isArray(value)) return `an array of ${String(value.length)}`;

  return cut(`{${Object.keys(value).map((key) => JSON.stringify(key)).join(', ')}}`);
}

/** Masks the string behind each colon, and a last one that the cut left open. */
function mask(text: string): string {
  return text.replace(/(:\s*)"(?:[^"\\]|\\.)*(?:"|$)/gu, '$1"…"');
}

function cut(text: string): string {
  return text.length > LIMIT ? `${text.slice(0, LIMIT)}…` : text;
}
