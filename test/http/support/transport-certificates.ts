import { TLSSocket } from 'node:tls';

import { generate } from 'selfsigned';

/** A certificate and its key, in PEM form. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** An authority for one test file. */
export interface Authority extends KeyPair {
  readonly server: (options?: ServerCertificate) => Promise<KeyPair>;
  readonly client: (name: string) => Promise<KeyPair>;
}

export interface ServerCertificate {
  /** Default 127.0.0.1. */
  readonly ip?: string;
  readonly name?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const EC = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

/** @param signer the authority that signs this one; without it, the authority signs itself. */
export async function authority(name: string, signer?: KeyPair): Promise<Authority> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    ...EC,
    ...(signer !== undefined && { ca: { cert: signer.cert, key: signer.key } }),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  });
  const ca = { cert, key };

  return {
    cert,
    key,
    server: async (options = {}) => {
      const made = await generate([{ name: 'commonName', value: 'server' }], {
        ...EC,
        ca,
        ...(options.notBefore !== undefined && { notBeforeDate: options.notBefore }),
        ...(options.notAfter !== undefined && { notAfterDate: options.notAfter }),
        extensions: [
          { name: 'basicConstraints', cA: false },
          {
            name: 'subjectAltName',
            altNames: [
              options.name === undefined
                ? { type: 7, ip: options.ip ?? '127.0.0.1' }
                : { type: 2, value: options.name },
            ],
          },
        ],
      });

      return { cert: made.cert, key: made.private };
    },
    client: async (subject) => {
      const made = await generate([{ name: 'commonName', value: subject }], {
        ...EC,
        ca,
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'extKeyUsage', clientAuth: true },
        ],
      });

      return { cert: made.cert, key: made.private };
    },
  };
}

/** The name in the certificate that a client showed. */
export function clientName(socket: unknown): string {
  // Without a certificate the platform gives an empty object, whatever its types say.
  const shown: { readonly subject?: { readonly CN?: string | string[] } } =
    socket instanceof TLSSocket ? socket.getPeerCertificate() : {};

  return String(shown.subject?.CN ?? 'nobody');
}
