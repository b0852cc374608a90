/**
 * Milliseconds that a `Retry-After` header requests, in whole seconds or as a date. Nonsense, 0 and past dates request
 * no wait.
 *
 * A date is compared with the server's own `Date` header if there is one, because the clocks of two machines differ.
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
 * Milliseconds since 1970 of a date in any of the three forms of HTTP; `NaN` for other texts. The oldest form names no
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
