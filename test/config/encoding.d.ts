/**
 * The platform features that the portable packages use, beyond the language. The packages compile against these types
 * instead of a whole platform, so that they cannot use parts of Node or of browsers.
 */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { readonly stream?: boolean }): string;
}

declare function atob(base64: string): string;
