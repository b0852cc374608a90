import { invalidArgument } from '@rxkube/protocol';
import { validateNames } from '@rxkube/protocol/internal';

import { type FetchLike } from './fetch-like.js';
import { type FetchTransportOptions } from './fetch-transport-options.js';
import { headerFields } from './header-fields.js';
import { platform } from './platform.js';

/** The options after the check. */
export interface ValidatedOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: NonNullable<FetchTransportOptions['headers']>;
  readonly credentials: NonNullable<FetchTransportOptions['credentials']>;
  readonly fetch: FetchLike;
  readonly maxRequests: number | undefined;
}

const NAMES = ['baseUrl', 'headers', 'credentials', 'fetch', 'maxRequests'];
const CREDENTIALS = new Set(['omit', 'same-origin', 'include']);

/**
 * Checks the options of a transport.
 *
 * @throws ProtocolError `invalidArgument` for options that cannot work. Values are not quoted.
 */
export function validatedOptions(options: FetchTransportOptions): ValidatedOptions {
  const value: unknown = options;
  if (typeof value !== 'object' || value === null) {
    throw invalidArgument('options', "must be an object, for example { baseUrl: '/k8s' }");
  }
  validateNames(value, NAMES);
  const { headers = {}, credentials = 'same-origin', maxRequests } = options;
  if (!CREDENTIALS.has(credentials)) {
    throw invalidArgument('credentials', "must be 'omit', 'same-origin' or 'include'");
  }
  if (typeof headers === 'object') headerFields(headers);
  else if (typeof headers !== 'function') {
    throw invalidArgument('headers', 'must be an object with header names, or a function');
  }
  if (options.fetch !== undefined && typeof options.fetch !== 'function') {
    throw invalidArgument('fetch', 'must be a function like the global fetch');
  }

  return {
    baseUrl: validatedBase(options.baseUrl),
    headers,
    credentials,
    fetch: options.fetch ?? globalFetch,
    maxRequests: maxRequests === undefined ? undefined : validatedPlaces(maxRequests),
  };
}

/** The error does not quote the address, because the address may carry a password. */
function validatedBase(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string') {
    throw invalidArgument(
      'baseUrl',
      "must be a string, such as '/k8s' or 'https://example.org/k8s'",
    );
  }
  if (/^https?:\/\/[^/]*@/iu.test(baseUrl)) {
    throw invalidArgument('baseUrl', 'carries a user name or password; pass them in `headers`');
  }
  if (/[?#]/u.test(baseUrl)) {
    throw invalidArgument('baseUrl', 'has a query or a fragment; pass the origin and path alone');
  }
  const isPath = baseUrl === '' || /^\/(?!\/)/u.test(baseUrl);
  if (!isPath && !/^https?:\/\/[^/]/iu.test(baseUrl)) {
    throw invalidArgument('baseUrl', 'must begin with /, http:// or https://');
  }

  return baseUrl.replace(/\/+$/u, '');
}

function validatedPlaces(maxRequests: number): number {
  if (maxRequests === Infinity || (Number.isSafeInteger(maxRequests) && maxRequests >= 2)) {
    return maxRequests;
  }
  throw invalidArgument(
    'maxRequests',
    `must be a whole number of at least 2, or Infinity, got ${String(maxRequests)}; one place is kept for lists`,
  );
}

function globalFetch(...[url, init]: Parameters<FetchLike>): ReturnType<FetchLike> {
  const { fetch } = platform() as { fetch?: FetchLike };
  if (typeof fetch !== 'function') {
    throw invalidArgument('fetch', 'is missing on this platform; pass a function like it');
  }

  return fetch(url, init);
}
