import { X509Certificate, createPrivateKey } from 'node:crypto';
import { type SecureContext, createSecureContext } from 'node:tls';

import { invalidArgument } from '@rxkube/protocol';
import { isBytes, isError } from '@rxkube/protocol/internal';

import { readSmallFile } from '../platform/small-file.js';

/**
 * Certificates or a key in PEM form: the text, its bytes, or the file that holds it. A file is read again
 * after a 401, a failure of TLS and a hang-up, and after 50 s of use: a rotated one is taken up without a restart.
 *
 * @since 0.1.0
 */
export type Pem = string | Uint8Array | { readonly file: string };

/** The sources of the certificates of a connection. */
export interface TlsSources {
  readonly ca?: Pem | undefined;
  readonly cert?: Pem | undefined;
  readonly key?: Pem | undefined;
}

/** The certificates of a connection, read and checked. */
export interface TlsMaterial {
  readonly context: SecureContext;
  /** The text of the authorities. */
  readonly ca: string | undefined;
  readonly showsCertificate: boolean;
  /** Equal for equal certificates. */
  readonly fingerprint: string;
}

/** A certificate that is cut has no end, and the next one begins where it is expected. */
const CERTIFICATE =
  /-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN)[\s\S])+?-----END CERTIFICATE-----/gu;

/**
 * Reads and checks the certificates.
 *
 * @param known is returned if nothing has changed
 * @throws ProtocolError `invalidArgument` that names `ca`, `cert` or `key`. Contents are never quoted.
 */
export function tlsMaterial(sources: TlsSources, known?: TlsMaterial): TlsMaterial {
  if ((sources.cert === undefined) !== (sources.key === undefined)) {
    const [missing, given] = sources.cert === undefined ? ['cert', 'key'] : ['key', 'cert'];
    throw invalidArgument(
      missing,
      `is missing beside \`${given}\`; a client certificate needs both`,
    );
  }
  const ca = textOf('ca', sources.ca);
  const cert = textOf('cert', sources.cert);
  const key = textOf('key', sources.key);
  const fingerprint = JSON.stringify([ca, cert, key]);
  if (fingerprint === known?.fingerprint) return known;
  const authorities = ca === undefined ? undefined : readableCertificates('ca', ca).join('\n');
  if (cert !== undefined) validateCertificates('cert', cert);
  validateKey(key);

  return {
    context: contextOf(authorities, cert, key),
    ca: authorities,
    showsCertificate: cert !== undefined,
    fingerprint,
  };
}

/** Whether the certificates can change when they are read again. */
export function isRenewable(sources: TlsSources): boolean {
  return [sources.ca, sources.cert, sources.key].some(isFile);
}

function contextOf(
  ca: string | undefined,
  cert: string | undefined,
  key: string | undefined,
): SecureContext {
  try {
    return createSecureContext({
      // As in Go: each of the authorities ends a chain, even one that is signed by another authority.
      allowPartialTrustChain: true,
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    });
  } catch (cause) {
    throw invalidArgument('key', 'must belong to the certificate in `cert`', cause);
  }
}

function textOf(field: string, pem: Pem | undefined): string | undefined {
  if (pem === undefined) return undefined;
  if (typeof pem === 'string') return pem;
  if (isBytes(pem)) return new TextDecoder().decode(pem);
  if (!isFile(pem)) throw invalidArgument(field, 'must be a string, bytes or { file }');
  try {
    return readSmallFile(pem.file).toString('utf8');
  } catch (cause) {
    throw invalidArgument(field, `cannot be read from ${pem.file}`, cause);
  }
}

/** Returns the certificates of a bundle that can be read. One broken certificate is skipped if another is good, as in Go. */
function readableCertificates(field: string, text: string): readonly string[] {
  const certificates = certificatesIn(field, text);
  const readable = certificates.filter((certificate) => problemOf(certificate) === undefined);
  if (readable.length === 0) validateCertificates(field, text);

  return readable;
}

function validateCertificates(field: string, text: string): void {
  for (const certificate of certificatesIn(field, text)) {
    const cause = problemOf(certificate);
    if (cause === undefined) continue;
    throw invalidArgument(field, 'contains a certificate that cannot be read', cause);
  }
}

function certificatesIn(field: string, text: string): readonly string[] {
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length > 0) return certificates;
  throw invalidArgument(
    field,
    'must contain a certificate in PEM form (-----BEGIN CERTIFICATE-----)',
  );
}

function problemOf(certificate: string): Error | undefined {
  try {
    new X509Certificate(certificate);

    return undefined;
  } catch (error) {
    return isError(error) ? error : new Error(String(error));
  }
}

function validateKey(text: string | undefined): void {
  if (text === undefined) return;
  try {
    createPrivateKey(text);
  } catch (cause) {
    throw invalidArgument(
      'key',
      'must contain a private key in PEM form without a passphrase',
      cause,
    );
  }
}

/** Programs without types pass anything. */
function isFile(pem: unknown): pem is { readonly file: string } {
  return typeof pem === 'object' && pem !== null && 'file' in pem && typeof pem.file === 'string';
}
