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
  // Dates have letters: `Date.parse` would take '-1' for a year.
  if (!/[a-z]/iu.test(value)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');

  return positive(Date.parse(value) - (Number.isNaN(sent) ? now : sent));
}

function positive(milliseconds: number): number | undefined {
  return milliseconds > 0 ? milliseconds : undefined;
}
