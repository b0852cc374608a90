import { type ClientCertificate } from '../credentials/credential.js';
import { type TlsMaterial, type TlsSources, isRenewable, tlsMaterial } from './tls-material.js';

/** The certificates of future connections. */
export interface RotatingTls {
  /** Reads the files again if that is due. Returns the same object if nothing has changed. */
  readonly refresh: () => TlsMaterial;
  /** Reads the files again now. Returns the same object if nothing has changed. */
  readonly reread: () => TlsMaterial;
}

/** Milliseconds after which files are read again, the same as for a file with a token. */
const MAX_AGE = 50_000;

/**
 * Certificates that may change while a program runs: those from files, and the client certificate of a credential.
 * If the new ones are half written, missing or do not fit together, the last good ones stay in use.
 *
 * @throws ProtocolError `invalidArgument` if the certificates cannot be used from the start.
 */
export function rotatingTls(
  sources: TlsSources,
  issued: () => ClientCertificate | undefined = () => undefined,
  now: () => number = () => performance.now(),
): RotatingTls {
  const renewable = isRenewable(sources);
  let good = tlsMaterial(sources);
  let shown: ClientCertificate | undefined;
  let readAt = now();

  function read(): TlsMaterial {
    readAt = now();
    shown = issued();
    try {
      good = tlsMaterial({ ...sources, ...shown }, good);
    } catch {
      return good; // the next failure looks again
    }

    return good;
  }

  return {
    refresh: () => (issued() !== shown || (renewable && now() - readAt >= MAX_AGE) ? read() : good),
    reread: () => (renewable || issued() !== shown ? read() : good),
  };
}
