import { decodeUtf8, encodeUtf8 } from '../../platform/utf8.js';
import { type Span, managedFieldsIn } from './metadata-head.js';

/** The place of the managed fields in a text, found byte by byte. */
export function managedFieldsInText(
  text: string,
  document: 'event' | 'object' = 'event',
): Span | undefined {
  const bytes = encodeUtf8(text);
  const cut = managedFieldsIn(bytes, document);
  if (cut === undefined) return undefined;
  const lengthOf = (end: number): number => decodeUtf8(bytes.subarray(0, end)).length;

  return { start: lengthOf(cut.start), end: lengthOf(cut.end) };
}
