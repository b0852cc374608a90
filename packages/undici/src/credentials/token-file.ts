import { TransportError } from '@rxkube/protocol';
import { type Observable, defer, of } from 'rxjs';

import { errorCode } from '../platform/error-code.js';
import { readSmallFile } from '../platform/small-file.js';
import { bearer } from './bearer.js';
import { type Credential } from './credential.js';

/**
 * A token is read again when it is older than this many milliseconds. client-go keeps a token from a file for a minute,
 * less ten seconds because a request takes some time. https://github.com/kubernetes/client-go/blob/master/transport/token_source.go
 */
const MAX_AGE = 50_000;

/** Options of {@link tokenFile}. */
export interface TokenFileOptions {
  /** The token until the file can be read. */
  readonly initial?: string | undefined;
  readonly now?: (() => number) | undefined;
}

/**
 * Takes the token from a file that another program renews, as the kubelet does.
 *
 * - It is read again after 50 s of use, and after a 401.
 * - While the file is missing, empty or broken, the last good token stays in use.
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
          ? `the token file ${path} must contain a token`
          : `the token file ${path} cannot be read`;
      throw new TransportError({ phase: 'credentials', code: errorCode(cause), problem, cause });
    }

    return good;
  }

  return {
    current: defer(() => of(good !== undefined && now() - readAt < MAX_AGE ? good : read())),
    // Thirty watches that are refused together read the file only once.
    renewed: (refused): Observable<string> =>
      defer(() => of(good !== undefined && good !== refused ? good : read())),
  };
}

function headerIn(path: string): { header?: string | undefined; cause?: unknown } {
  try {
    // Synchronous, because a token is a kilobyte in a memory file system, and the request saves a turn.
    return { header: bearer(readSmallFile(path).toString('utf8')) };
  } catch (cause) {
    return { cause };
  }
}
