import { badRequest } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';

/**
 * The position at which a paged list continues: a revision, and the last key of the page before.
 */
export interface ContinueToken {
  /** -1 for the latest, as an expired list offers it. */
  readonly revision: number;
  readonly lastKey: string;
}

/**
 * The path of the collection, to which the keys in tokens are relative. A watch cache puts a slash
 * before them.
 */
export interface KeyBase {
  /** `namespace/`, or empty. */
  readonly prefix: string;
  readonly slash: boolean;
}

const VERSION = 'meta.k8s.io/v1';
/** The smallest key above another one ends with it. */
const AFTER = '\u0000';

/** Formats a token for the wire: JSON in base64url without padding. */
export function formatContinueToken(
  { revision, lastKey }: ContinueToken,
  { prefix, slash }: KeyBase,
): string {
  const key = `${slash ? '/' : ''}${lastKey.slice(prefix.length)}`;
  const json = JSON.stringify({ v: VERSION, rv: revision, start: `${key}${AFTER}` });
  const binary = String.fromCharCode(...new TextEncoder().encode(json));

  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

/** @throws StatusError 400 for a token that cannot be read. */
export function parseContinueToken(text: string, { prefix }: KeyBase): ContinueToken {
  const token = decoded(text);
  const { v, rv, start } = token;
  if (v !== VERSION) {
    throw broken(
      `server does not recognize this encoded version ${typeof v === 'string' ? v : ''}`,
    );
  }
  if (typeof rv !== 'number' || rv === 0 || !Number.isSafeInteger(rv)) {
    throw broken(`incorrect encoded start resourceVersion (version ${VERSION})`);
  }
  if (typeof start !== 'string' || start === '') {
    throw broken(`encoded start key empty (version ${VERSION})`);
  }

  const key = start.endsWith(AFTER) ? start.slice(0, -1) : start;

  return { revision: rv, lastKey: `${prefix}${key.replace(/^\//u, '')}` };
}

function decoded(text: string): Readonly<Record<string, unknown>> {
  try {
    if (!/^[-\w]*$/u.test(text)) throw new TypeError('illegal base64 data');
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const token: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isJsonObject(token)) return token;
  } catch {
    // All ways in which a token cannot be read have one message.
  }

  throw broken('the token cannot be decoded');
}

function broken(problem: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${problem}`);
}
