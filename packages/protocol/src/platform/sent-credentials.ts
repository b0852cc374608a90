import { decodeUtf8 } from './utf8.js';

/** Shorter values are words rather than secrets, and masking them would spoil each text. */
const SHORTEST = 4;
const MASK = '…';
/** Header values that are in the open. */
const OPEN = new Set(['accept', 'accept-encoding', 'content-type', 'user-agent']);

/** A request, as far as its headers matter. */
interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
}

/** The header values that each request was sent with, so that no error shows them. */
export class SentCredentials {
  readonly #sent = new WeakMap<SentRequest, readonly string[]>();

  /** Remembers the headers that the transport adds to a request. */
  record(
    request: SentRequest,
    headers: Readonly<Record<string, string | readonly string[]>>,
  ): void {
    const secrets = Object.entries(headers)
      .filter(([name]) => !OPEN.has(name) && !Object.hasOwn(request.headers, name))
      .flatMap(([name, value]) =>
        [value].flat().flatMap((text) => (isLogin(name) ? credentialsIn(text) : [text])),
      );
    this.#sent.set(
      request,
      secrets.filter((secret) => secret.length >= SHORTEST),
    );
  }

  /** Masks what a request was sent with in a text of the server. */
  conceal(request: SentRequest, text: string): string {
    return (this.#sent.get(request) ?? []).reduce(withoutSecret, text);
  }
}

function isLogin(name: string): boolean {
  return name === 'authorization' || name === 'proxy-authorization';
}

/** The credential behind its scheme. Basic also has a password inside. */
function credentialsIn(authorization: string): readonly string[] {
  const [, scheme = '', credential = authorization] = /^(\S+) +(.*)$/u.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [credential];
  const login = textOfBase64(credential);

  return [credential, login.slice(login.indexOf(':') + 1)];
}

/** The text, or nothing if it is not base64. A program may have written the header itself. */
function textOfBase64(base64: string): string {
  try {
    return decodeUtf8(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** A text that was cut may end with the beginning of the secret. */
function withoutSecret(text: string, secret: string): string {
  const whole = text.replaceAll(secret, MASK);
  if (!whole.endsWith(MASK)) return whole;
  for (let length = secret.length - 1; length >= SHORTEST; length--) {
    const end = `${secret.slice(0, length)}${MASK}`;
    if (whole.endsWith(end)) return `${whole.slice(0, -end.length)}${MASK}`;
  }

  return whole;
}
