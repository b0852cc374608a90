import { X509Certificate, createPrivateKey } from 'node:crypto';
import { type SecureContext, createSecureContext } from 'node:tls';

import { invalidArgument } from '@rxkube/protocol';

import { readSmallFile } from '../platform/small-file.js';

/**
 * Certificates or a key in PEM form: the text, its bytes, or the file that holds it. A file is read again
 * after a 401, a failure of TLS and a hang-up, and after 50 s of use: a rotated one is taken up without a restart.
 *
 * @since 0.1.0
 */
export type Pem = string | Uint8Array | { readonly file: string };

/** Where the certificates of a connection come from. */
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

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/gu;

/**
 * Reads and checks the certificates.
 *
 * @param known is given back where nothing has changed
 * @throws ProtocolError `invalidArgument` that names `ca`, `cert` or `key`. Contents are never quoted.
 */
export function tlsMaterial(sources: TlsSources, known?: TlsMaterial): TlsMaterial {
  if ((sources.cert === undefined) !== (sources.key === undefined)) {
    const [missing, given] = sources.cert === undefined ? ['cert', 'key'] : ['key', 'cert'];
    throw invalidArgument(
      missing,
      `is missing while \`${given}\` is given; a client certificate needs both`,
    );
  }
  const ca = textOf('ca', sources.ca);
  const cert = textOf('cert', sources.cert);
  const key = textOf('key', sources.key);
  const fingerprint = JSON.stringify([ca, cert, key]);
  if (fingerprint === known?.fingerprint) return known;
  checkCertificates('ca', ca);
  checkCertificates('cert', cert);
  checkKey(key);

  return {
    context: contextOf(ca, cert, key),
    ca,
    showsCertificate: cert !== undefined,
    fingerprint,
  };
}

/** Says whether reading again can give something else. */
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
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    });
  } catch (cause) {
    throw invalidArgument('key', 'does not belong to the certificate in `cert`', cause);
  }
}

function textOf(field: string, pem: Pem | undefined): string | undefined {
  if (pem === undefined) return undefined;
  if (typeof pem === 'string') return pem;
  if (pem instanceof Uint8Array) return new TextDecoder().decode(pem);
  if (!isFile(pem)) throw invalidArgument(field, 'is neither text, nor bytes, nor { file }');
  try {
    return readSmallFile(pem.file).toString('utf8');
  } catch (cause) {
    throw invalidArgument(field, `cannot be read from ${pem.file}`, cause);
  }
}

function checkCertificates(field: string, text: string | undefined): void {
  if (text === undefined) return;
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) {
    throw invalidArgument(field, 'holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)');
  }
  for (const certificate of certificates) {
    try {
      new X509Certificate(certificate);
    } catch (cause) {
      throw invalidArgument(field, 'holds a certificate that cannot be read', cause);
    }
  }
}

function checkKey(text: string | undefined): void {
  if (text === undefined) return;
  try {
    createPrivateKey(text);
  } catch (cause) {
    throw invalidArgument('key', 'holds no private key in PEM form without a passphrase', cause);
  }
}

/** Programs without types pass anything. */
function isFile(pem: unknown): pem is { readonly file: string } {
  return typeof pem === 'object' && pem !== null && 'file' in pem && typeof pem.file === 'string';
}
