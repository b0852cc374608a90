import { plainWords } from './plain-words.js';

/** Shorter values are masked as whole words only: within others they are there by chance. */
const SHORT = 6;

/** Characters that are handed on: the end, where programs say why. */
const LIMIT = 1_000;

/** What names something that is nobody's business, as `access_token`, `client-secret` and `clientKeyData` do. */
const NAME = String.raw`[\w-]*(?:token|secret|passw(?:or)?d|credential|(?:api|access|private)[_-]?key|client\w*data)`;

const LOOKS_SECRET = [
  // A token of JSON (JWT)
  /ey[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/gu,
  // What stands behind `Bearer`, `Basic` and the like
  /(?<=\b(?:bearer|basic)\s+)\S+/giu,
  /-----BEGIN[\s\S]+?(?:-----END[^-]*-----|$)/gu,
  // `"token": "…"`, a credential that was printed in the wrong place; and one that was cut
  new RegExp(String.raw`(?<="${NAME}"\s*:\s*")(?:[^"\\]|\\.)+`, 'giu'),
  // `token=…`, and `password: …`, behind which may as well stand why there is none
  new RegExp(String.raw`(?<=\b${NAME}\s*=\s*["']?)[^\s"',;&]+`, 'giu'),
  new RegExp(String.raw`(?<=\b${NAME}(?:\s*:\s*|\s+(?:is|was)\s+)["']?)[^\s"',;&]+`, 'giu'),
  // User and password of a URL
  /(?<=:\/\/)[^\s/@]+(?=@)/gu,
  // No word is as long, and has figures in it
  /(?=[\w+=-]*\d)[\w+=-]{24,}/gu,
];

// eslint-disable-next-line no-control-regex -- terminals take them for commands
const CONTROL = /\u001b\[[\d;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f]/gu;

/**
 * What a program said, cut, without control characters. These values are masked, and all that looks secret, and of the
 * rest each word that is not plain to be none: better a masked word too many than a secret in a log.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const masked = secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replace(everywhere(secret), '***'), text.replace(CONTROL, ''));

  return plainWords(LOOKS_SECRET.reduce((rest, pattern) => rest.replace(pattern, '***'), masked))
    .trim()
    .slice(-LIMIT);
}

function everywhere(secret: string): RegExp {
  const text = secret.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

  return new RegExp(
    secret.length < SHORT ? String.raw`(?<![\p{L}\d])${text}(?![\p{L}\d])` : text,
    'gu',
  );
}
