import { type Span, managedFieldsIn } from '@rxkube/protocol';

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** Parses a document of a watch without the managed fields of its object, which are cut out before. */
export function withoutManagedFields(text: string, bytes: Uint8Array): unknown {
  return guessed(text, bytes) ?? exact(text, bytes);
}

/**
 * Takes the first closing bracket for the end of the managed fields, which a native search finds. As a rule it is. In
 * a string the rest would have an odd quote, inside of another array more closing brackets than open ones: either way
 * it does not parse.
 */
function guessed(text: string, bytes: Uint8Array): unknown {
  // Only where every byte is a character the text can be cut at the same places.
  if (text.length !== bytes.length) return undefined;
  const cut = managedFieldsIn(bytes, 'event', (start) =>
    text[start] === '[' ? text.indexOf(']', start) + 1 : 0,
  );
  if (cut === undefined) return JSON.parse(text) as unknown;
  if (cut.end <= cut.start) return undefined;
  try {
    return JSON.parse(around(cut, text)) as unknown;
  } catch {
    return undefined;
  }
}

function exact(text: string, bytes: Uint8Array): unknown {
  const cut = managedFieldsIn(bytes);
  if (cut === undefined) return JSON.parse(text) as unknown;

  return JSON.parse(
    text.length === bytes.length
      ? around(cut, text)
      : DECODER.decode(bytes.subarray(0, cut.start)) + DECODER.decode(bytes.subarray(cut.end)),
  ) as unknown;
}

function around({ start, end }: Span, text: string): string {
  return text.slice(0, start) + text.slice(end);
}
