import { X509Certificate, createPrivateKey } from 'node:crypto';

import { bearer } from './bearer.js';
import { type ClientCertificate } from './credential.js';

/** What a credential plugin printed. */
export interface ExecAnswer {
  readonly authorization: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** Milliseconds since 1970; `undefined` where it holds until the server refuses it. */
  readonly expiresAt: number | undefined;
}

/** RFC 3339, the form of all times of Kubernetes. */
const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/u;

/**
 * Reads the answer of a credential plugin. Gives the complaint as a text where it is none; nothing of the answer is
 * quoted.
 */
export function execAnswer(stdout: string, apiVersion: string): ExecAnswer | string {
  const document = recordOf(parsed(stdout));
  if (document === undefined) return 'printed no JSON object';
  if (document['kind'] !== 'ExecCredential') return 'printed no ExecCredential';
  if (document['apiVersion'] !== apiVersion) {
    return `printed another apiVersion than ${apiVersion}, which the kubeconfig asks for`;
  }
  const status = recordOf(document['status']);
  if (status === undefined) return 'printed no status';
  const { token, clientCertificateData: cert, clientKeyData: key } = status;
  const authorization = bearer(token);
  if (isGiven(token) && authorization === undefined)
    return 'printed a token that is no line of visible ASCII';
  if (isGiven(cert) !== isGiven(key)) return 'printed half of a client certificate and its key';
  const certificate =
    typeof cert === 'string' && typeof key === 'string' && isGiven(cert)
      ? { cert, key }
      : undefined;
  if (authorization === undefined && certificate === undefined) {
    return 'printed neither a token nor a client certificate';
  }
  const expiresAt = timeOf(status['expirationTimestamp']);
  if (expiresAt === 'no time') return 'printed an expirationTimestamp that is no time (RFC 3339)';
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
    return undefined; // its words would quote the text
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;

  return Object.fromEntries(Object.entries(value));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function timeOf(value: unknown): number | 'no time' | undefined {
  if (!isGiven(value)) return undefined;
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;

  return Number.isNaN(time) ? 'no time' : time;
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
