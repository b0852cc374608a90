import { invalidArgument } from '@rxkube/protocol';
import { isObservable, of } from 'rxjs';

import { bearer } from '../credentials/bearer.js';
import { type Credential } from '../credentials/credential.js';
import { tokenFile } from '../credentials/token-file.js';
import { tokenFunction } from '../credentials/token-function.js';
import { type NodeTransportOptions } from './node-transport-options.js';

/**
 * Makes the credential from the one option that sets it.
 *
 * @param isInHeaders whether the headers have an `authorization`.
 * @throws ProtocolError `invalidArgument` that names the option. Secrets are never quoted.
 */
export function credentialOption(options: NodeTransportOptions, isInHeaders: boolean): Credential {
  const { token, username, password, credential } = options;
  const ways = [token, username ?? password, credential, isInHeaders || undefined];
  if (ways.filter((way) => way !== undefined).length > 1) {
    throw invalidArgument(
      'token',
      '`token`, `username`, `credential` and an `authorization` header exclude each other; pass one',
    );
  }
  if (credential !== undefined) return validatedCredential(credential);
  if (username !== undefined || password !== undefined) return basic(username, password);
  if (token === undefined) return constant(undefined);
  if (typeof token === 'function') return tokenFunction(token);
  if (isTokenFile(token)) return tokenFile(token.file, { initial: token.initial });
  const authorization = bearer(token);
  if (authorization === undefined) {
    throw invalidArgument(
      'token',
      'must be one line of visible ASCII, { file } or a function; pass one of them',
    );
  }

  return constant(authorization);
}

/** The same header for ever, which cannot be renewed. */
function constant(authorization: string | undefined): Credential {
  return { current: of(authorization) };
}

/** Programs without types pass anything. */
function validatedCredential(credential: Credential): Credential {
  const unknown: unknown = credential;
  const { current, renewed, certificate } = (unknown ?? {}) as Partial<Record<string, unknown>>;
  if (!isObservable(current) || ![renewed, certificate].every(isFunctionOrAbsent)) {
    throw invalidArgument(
      'credential',
      'must be { current } with an Observable, and functions for `renewed` and `certificate`',
    );
  }

  return credential;
}

function isFunctionOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}

/** Programs without types pass anything. */
function isTokenFile(
  token: unknown,
): token is { readonly file: string; readonly initial?: string | undefined } {
  if (typeof token !== 'object' || token === null || !('file' in token)) return false;

  return typeof token.file === 'string' && token.file !== '';
}

function basic(username: string | undefined, password: string | undefined): Credential {
  if (username === undefined || password === undefined) {
    throw invalidArgument(
      username === undefined ? 'username' : 'password',
      'is missing; basic authentication needs both `username` and `password`',
    );
  }
  if (username.includes(':')) {
    throw invalidArgument('username', 'has a colon, which basic authentication cannot carry');
  }
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');

  return constant(`Basic ${pair}`);
}
