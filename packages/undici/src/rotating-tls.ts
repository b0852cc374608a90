import { type ClientCertificate } from './credentials/credential.js';
import { type TlsMaterial, type TlsSources, isRenewable, tlsMaterial } from './tls-material.js';

/** The certificates of connections to come. */
export interface RotatingTls {
  /** Those in use; files are read again where that is due. The same object where nothing has changed. */
  readonly current: () => TlsMaterial;
  /** Those of this moment. */
  readonly renewed: () => TlsMaterial;
}

/** Files are read again when they were read longer ago than this, as a file with a token is. */
const KEEP = 50_000;

/**
 * Certificates that may change while a program runs: those from files, and the client certificate of a credential.
 * What is half written, missing or does not fit together leaves those in use that were good.
 *
 * @throws ProtocolError `invalidArgument` for certificates that cannot be used from the start.
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
    current: () => (issued() !== shown || (renewable && now() - readAt >= KEEP) ? read() : good),
    renewed: () => (renewable || issued() !== shown ? read() : good),
  };
}
