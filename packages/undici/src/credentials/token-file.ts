import { readFileSync } from 'node:fs';

import { TransportError } from '@rxkube/protocol';
import { type Observable, defer, of } from 'rxjs';

import { bearer } from './bearer.js';
import { type Credential } from './credential.js';

/**
 * A token is read again when it is older than this. client-go takes a token from a file for a minute, less
 * ten seconds for requests on their way. https://github.com/kubernetes/client-go/blob/master/transport/token_source.go
 */
const KEEP = 50_000;

/** What a test of one's own may want to be different. */
export interface TokenFileOptions {
  /** The token until the file can be read. */
  readonly initial?: string | undefined;
  readonly now?: (() => number) | undefined;
}

/**
 * Takes the token from a file that somebody else keeps fresh, as the kubelet does.
 *
 * - It is read again after 50 s of use, and after a 401.
 * - While it is missing, empty or broken the last good token stays in use.
 */
export function tokenFile(path: string, options: TokenFileOptions = {}): Credential {
  const { initial, now = () => performance.now() } = options;
  let good = bearer(initial);
  let readAt = -Infinity;

  function read(): string {
    const { header, cause } = headerIn(path);
    readAt = now();
    good = header ?? good;
    if (good === undefined) {
      const problem =
        cause === undefined
          ? `the token file ${path} holds no token`
          : `the token file ${path} cannot be read`;
      throw new TransportError({ phase: 'credentials', code: codeOf(cause), problem, cause });
    }

    return good;
  }

  return {
    current: defer(() => of(good !== undefined && now() - readAt < KEEP ? good : read())),
    // Thirty watches that are refused together read the file once.
    renewed: (refused): Observable<string> =>
      defer(() => of(good !== undefined && good !== refused ? good : read())),
  };
}

function headerIn(path: string): { header?: string | undefined; cause?: unknown } {
  try {
    // Synchronous: a token is a kilobyte in a memory file system, and the request need not wait a turn.
    return { header: bearer(readFileSync(path, 'utf8')) };
  } catch (cause) {
    return { cause };
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : undefined;
}
