import { X509Certificate, createPrivateKey } from 'node:crypto';

import { bearer } from './bearer.js';
import { type ClientCertificate } from './credential.js';

/** The credential that a plugin printed. */
export interface PrintedCredential {
  readonly authorization: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** Milliseconds since 1970; `undefined` if it holds until the server refuses it. */
  readonly expiresAt: number | undefined;
}

/** RFC 3339, the form of all times of Kubernetes. */
const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/u;

/**
 * Reads the output of a credential plugin. Returns a text that says what is wrong if it is not a credential. The text
 * never quotes the output.
 */
export function readPrintedCredential(
  stdout: string,
  apiVersion: string,
): PrintedCredential | string {
  const document = recordOf(parsed(stdout));
  if (document === undefined) return 'printed something else than a JSON object';
  if (document['kind'] !== 'ExecCredential') return 'printed something else than an ExecCredential';
  if (document['apiVersion'] !== apiVersion) {
    return `printed another apiVersion than ${apiVersion}, which the kubeconfig requires`;
  }
  const status = recordOf(document['status']);
  if (status === undefined) return 'printed an ExecCredential without a status';
  const { token, clientCertificateData: cert, clientKeyData: key } = status;
  const authorization = bearer(token);
  if (isSet(token) && authorization === undefined)
    return 'printed a token that is not one line of visible ASCII';
  if (isSet(cert) !== isSet(key)) return 'printed half of a client certificate and its key';
  const certificate =
    typeof cert === 'string' && typeof key === 'string' && isSet(cert) ? { cert, key } : undefined;
  if (authorization === undefined && certificate === undefined) {
    return 'printed neither a token nor a client certificate';
  }
  const expiresAt = timeOf(status['expirationTimestamp']);
  if (expiresAt === 'invalid')
    return 'printed an expirationTimestamp that is not a time (RFC 3339)';
  const endOfCertificate = certificate === undefined ? Infinity : endOf(certificate);
  if (endOfCertificate === undefined)
    return 'printed a client certificate or key that cannot be read';
  const end = Math.min(expiresAt ?? Infinity, endOfCertificate);

  return { authorization, certificate, expiresAt: end === Infinity ? undefined : end };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the message of the error would quote the text
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;

  return Object.fromEntries(Object.entries(value));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function timeOf(value: unknown): number | 'invalid' | undefined {
  if (!isSet(value)) return undefined;
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;

  return Number.isNaN(time) ? 'invalid' : time;
}

function endOf({ cert, key }: ClientCertificate): number | undefined {
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key))) return undefined;

    return Date.parse(certificate.validTo);
  } catch {
    return undefined;
  }
}
