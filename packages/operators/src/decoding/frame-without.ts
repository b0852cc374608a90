/** Leaves parts out of the object of a frame; a document that is no frame stays what it is. */
export function frameWithout(document: unknown, rest: (object: unknown) => unknown): unknown {
  if (typeof document !== 'object' || document === null || !('object' in document)) return document;
  const object = rest(document.object);

  return object === document.object ? document : { ...document, object };
}
