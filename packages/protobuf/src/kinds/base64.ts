const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes as base64, on every platform. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += digit(bits >> 18) + digit(bits >> 12);
    text += second === undefined ? '=' : digit(bits >> 6);
    text += third === undefined ? '=' : digit(bits);
  }

  return text;
}

function digit(bits: number): string {
  return ALPHABET.charAt(bits & 63);
}
