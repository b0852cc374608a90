/**
 * Milliseconds that a `Retry-After` header asks for: whole seconds, or a date. Nonsense, 0 and the past are no
 * request to wait.
 *
 * A date is taken against the server's own `Date` header where there is one: the clocks of two machines differ.
 */
export function retryAfterHeader(
  headers: ReadonlyMap<string, string>,
  now: number,
): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/u.test(value)) return positive(Number(value) * 1_000);
  const sent = httpDate(headers.get('date') ?? '');

  return positive(httpDate(value) - (Number.isNaN(sent) ? now : sent));
}

/**
 * Milliseconds since 1970 of a date in any of the three forms of HTTP; `NaN` for what is none. The oldest form names no
 * zone and means GMT. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
 */
function httpDate(value: string): number {
  // All three say the time; `Date.parse` would take '-1' and 'in 2099' for years.
  if (!/\d\d:\d\d:\d\d/u.test(value)) return Number.NaN;

  return Date.parse(/(?:GMT|UTC|[+-]\d{4})$/iu.test(value) ? value : `${value} GMT`);
}

function positive(milliseconds: number): number | undefined {
  return milliseconds > 0 ? milliseconds : undefined;
}
