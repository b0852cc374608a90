/** The fields that a server has, and a browser lacks. */
interface Platform {
  readonly process?: { readonly versions?: object };
}

let isAllowed = (globalThis as Platform).process?.versions !== undefined;

/** Says whether WebAssembly may be compiled: outside of browsers always, in a browser once it is allowed. */
export function mayCompile(): boolean {
  return isAllowed;
}

/**
 * Lets this library compile its WebAssembly module in a browser, where it is off by default because many content
 * security policies forbid it. The module makes decoding faster and changes nothing else.
 *
 * Call it before the first subscription. Elsewhere it has no effect.
 *
 * @since 0.2.0
 */
export function allowWebAssembly(): void {
  isAllowed = true;
}
