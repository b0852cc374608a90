import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';

/** A secret that stands wherever one can stand. */
export const SECRET = 's3cret-m4rker';

/** A private key, which is one too. */
export const SECRET_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** How they look where it is encoded. */
const FORMS = [
  SECRET,
  ...[SECRET, `ann:${SECRET}`, `Bearer ${SECRET}`].map((text) =>
    Buffer.from(text).toString('base64'),
  ),
  Buffer.from(SECRET).toString('hex'),
  SECRET_KEY.split('\n')[1] ?? '',
];

/** Every text that a log of a value may show, including the causes of an error and hidden fields. */
function shown(value: unknown): string {
  const seen = new Set<unknown>();
  const parts: string[] = [];
  for (let each = value; each !== undefined && !seen.has(each);) {
    seen.add(each);
    parts.push(
      each instanceof Error ? String(each) : '',
      inspect(each, { depth: 20, showHidden: true, maxStringLength: null, getters: true }),
    );
    parts.push(json(each));
    if (!(each instanceof Error)) break;
    parts.push(
      each.stack ?? '',
      json(
        Object.fromEntries(
          Object.getOwnPropertyNames(each).map((name) => [
            name,
            Reflect.get(each as Error, name) as unknown,
          ]),
        ),
      ),
    );
    each = each.cause;
  }

  return parts.join('\n');
}

/** The forms of the secret that show. */
export function leaks(value: unknown): readonly string[] {
  const text = shown(value);

  return FORMS.filter((form) => text.includes(form));
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return ''; // what refers to itself shows in the inspection
  }
}
