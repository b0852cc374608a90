/** Formats a time as RFC 3339 with whole seconds, as the API server writes it. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
