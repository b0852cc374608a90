/** Shorter values are words that say nothing. */
const SHORTEST = 6;

/** Characters that are handed on: the end, where programs say why. */
const LIMIT = 1_000;

/** A token of JSON (JWT), or what stands behind `Bearer`, `Basic` and the like. */
const LOOKS_SECRET =
  /ey[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?|(?<=\b(?:bearer|basic)\s+)\S+|-----BEGIN[\s\S]+?(?:-----END[^-]*-----|$)/giu;

// eslint-disable-next-line no-control-regex -- terminals take them for commands
const CONTROL = /\u001b\[[\d;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f]/gu;

/** What a program said, cut, without control characters, and with these values and all that looks secret masked. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const masked = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text.replace(CONTROL, ''));

  return masked.replace(LOOKS_SECRET, '***').trim().slice(-LIMIT);
}
