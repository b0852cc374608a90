/** The limits of apimachinery `pkg/util/validation`: a name and a value, and the DNS prefix of a key. */
const NAME_LIMIT = 63;
const PREFIX_LIMIT = 253;

const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/u;
const PREFIX = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/u;

/** The defect of a label key, or `undefined` if a server accepts it. */
export function labelKeyProblem(key: string): string | undefined {
  if (typeof key !== 'string') return `the key ${String(key)} is no text`;
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? undefined : key.slice(0, slash);
  const name = key.slice(slash + 1);
  if (name.includes('/')) return `the key ${shown(key)} has more than one "/"`;
  if (prefix !== undefined && (prefix.length > PREFIX_LIMIT || !PREFIX.test(prefix))) {
    return `the prefix of the key ${shown(key)} is no DNS name of at most ${String(PREFIX_LIMIT)} lower-case characters`;
  }
  if (name.length > NAME_LIMIT || !NAME.test(name)) {
    return `the key ${shown(key)} is not 1 to ${String(NAME_LIMIT)} letters, digits, "-", "_" and "." with a letter or digit at both ends`;
  }

  return undefined;
}

/** The defect of a label value, or `undefined` if a server accepts it. */
export function labelValueProblem(value: string): string | undefined {
  if (typeof value !== 'string') return `the value ${String(value)} is no text`;
  if (value === '' || (value.length <= NAME_LIMIT && NAME.test(value))) return undefined;

  return `the value ${shown(value)} is not at most ${String(NAME_LIMIT)} letters, digits, "-", "_" and "." with a letter or digit at both ends`;
}

/** The whole numbers that a server compares: 64 bits, signed. */
const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** Reads a label as the whole number that `>` and `<` compare; `undefined` where it is none. */
export function wholeNumber(text: string): bigint | undefined {
  if (!/^[-+]?\d+$/u.test(text) || text.length > NAME_LIMIT) return undefined;
  const number = BigInt(text.startsWith('+') ? text.slice(1) : text);

  return number >= LEAST && number <= GREATEST ? number : undefined;
}

/** Long texts are cut: an error names the mistake, it does not repeat it. */
function shown(text: string): string {
  return JSON.stringify(text.length > NAME_LIMIT ? `${text.slice(0, NAME_LIMIT)}…` : text);
}
