// Some sets of types declare the two only as values.
let encoder: InstanceType<typeof TextEncoder> | undefined;
let decoder: InstanceType<typeof TextDecoder> | undefined;

// Both are made when they are first used: jsdom has neither, so a test adds them, maybe after the imports.

/** The bytes of a text. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return (encoder ??= new TextEncoder()).encode(text);
}

/** The text of some bytes. Wrong bytes become U+FFFD, and a byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  return (decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(bytes);
}

/** The bytes of an ASCII text. It may be called while modules are loaded. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
