// eslint-disable-next-line no-control-regex -- it looks for control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu;

/**
 * A text of a server, as an error may show it: at most `limit` characters, without line ends and control characters. They
 * could forge a line of a log, or command a terminal.
 */
export function quoted(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;

  return cut.replace(CONTROL, ' ').trim();
}
