import { managedFieldsIn, managedFieldsInText } from '@rxkube/protocol/json';

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** Parses a document of a watch without the managed fields of its object, which are cut out before. */
export function withoutManagedFields(text: string, bytes: Uint8Array): unknown {
  const cut = managedFieldsInText(text);

  return JSON.parse(
    cut === undefined ? cutInBytes(text, bytes) : text.slice(0, cut.start) + text.slice(cut.end),
  ) as unknown;
}

/** For shapes that no pattern is for. */
function cutInBytes(text: string, bytes: Uint8Array): string {
  const cut = managedFieldsIn(bytes);
  if (cut === undefined) return text;

  return DECODER.decode(bytes.subarray(0, cut.start)) + DECODER.decode(bytes.subarray(cut.end));
}
