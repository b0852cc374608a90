import { type ApiRequest } from '@rxkube/protocol';

import { badRequest } from '../statuses/status-errors.js';

/** The query of a list or a watch, read but not yet checked. */
export interface ListOptions {
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  /** 0 for no limit. */
  readonly limit: number;
  /** Seconds, or 0 if the client asks for none. */
  readonly timeoutSeconds: number;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continue: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/** @throws StatusError 400 for a number that cannot be read. */
export function readListOptions({ query }: ApiRequest): ListOptions {
  const { sendInitialEvents } = query;

  return {
    watch: truth(query['watch']),
    allowWatchBookmarks: truth(query['allowWatchBookmarks']),
    sendInitialEvents: sendInitialEvents === undefined ? undefined : truth(sendInitialEvents),
    limit: Math.max(0, integer(query['limit'])),
    timeoutSeconds: integer(query['timeoutSeconds']),
    resourceVersion: query['resourceVersion'] ?? '',
    resourceVersionMatch: query['resourceVersionMatch'] ?? '',
    continue: query['continue'] ?? '',
    labelSelector: query['labelSelector'] ?? '',
    fieldSelector: query['fieldSelector'] ?? '',
  };
}

/**
 * Adds what a server with streaming lists assumes: it sends one to old clients as well, if these
 * start from nothing.
 */
export function withServerDefaults(options: ListOptions, watchList: boolean): ListOptions {
  const { resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  const unversioned = resourceVersion === '' || resourceVersion === '0';

  return options.watch &&
    watchList &&
    unversioned &&
    sendInitialEvents === undefined &&
    resourceVersionMatch === ''
    ? { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
    : options;
}

/** Reads a boolean: everything except `0` and `false` is true, and so is the empty string. */
function truth(text: string | undefined): boolean {
  return text !== undefined && text !== '0' && text.toLowerCase() !== 'false';
}

function integer(text: string | undefined): number {
  if (text === undefined) return 0;
  const problem = !/^[+-]?\d+$/u.test(text)
    ? 'invalid syntax'
    : BigInt(text.replace('+', '')) !== BigInt.asIntN(64, BigInt(text.replace('+', '')))
      ? 'value out of range'
      : undefined;
  if (problem !== undefined) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${problem}`);
  }

  return Number(text);
}
