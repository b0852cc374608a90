/**
 * What every JavaScript platform has beyond the language and the portable packages use. They compile against these
 * words instead of a whole platform, so that nothing of Node or of browsers slips into them.
 */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { readonly stream?: boolean }): string;
}
