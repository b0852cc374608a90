import { invalidArgument } from '@rxkube/protocol';

import { type NodeTransportOptions } from './node-transport-options.js';

/** Kept equal to the package's version by a test. */
export const VERSION = '0.1.0';

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/u;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/u;

/** Headers that belong to the connection, or that undici writes. */
const RESERVED_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** How this library names itself to a server: `rxkube/0.1.0 (linux/x64) node/20`. */
export function userAgent(): string {
  const node = process.versions.node.split('.', 1)[0] ?? '';

  return `rxkube/${VERSION} (${process.platform}/${process.arch}) node/${node}`;
}

/**
 * The headers of every request, with lower-case names.
 *
 * @throws ProtocolError `invalidArgument` for `headers` or `userAgent`. Values are not quoted.
 */
export function headerOptions(
  options: Pick<NodeTransportOptions, 'headers' | 'userAgent'>,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'user-agent': options.userAgent ?? userAgent() };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name) || RESERVED_HEADERS.has(lower)) {
      throw invalidArgument('headers', `has ${JSON.stringify(name)}, which cannot be set here`);
    }
    headers[lower] = value;
  }
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || CONTROL.test(value)) {
      const field =
        name === 'user-agent' && options.userAgent !== undefined ? 'userAgent' : 'headers';
      throw invalidArgument(field, `has a value for ${name} that no header can carry`);
    }
  }

  return headers;
}
