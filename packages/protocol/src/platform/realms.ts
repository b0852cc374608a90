// A test runner, a worker or a page may mix values of several realms. Each realm has its own Error and Uint8Array, so
// `instanceof` is false for a value of another one.

/** Whether a value is an error of any realm. */
export function isError(value: unknown): value is Error {
  const tag = Object.prototype.toString.call(value);

  return tag === '[object Error]' || tag === '[object DOMException]';
}

/** The message of an error, or the value itself as a text. */
export function messageOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

/** Whether a value is a `Uint8Array` of any realm, such as a `Buffer`. */
export function isBytes(value: unknown): value is Uint8Array {
  return (
    ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]'
  );
}

/** Whether a value is an object literal, of any realm. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);

  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
