import { type Span, managedFieldsIn } from './metadata-head.js';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** The place of the managed fields in a text, found byte by byte. */
export function managedFieldsInText(
  text: string,
  document: 'event' | 'object' = 'event',
): Span | undefined {
  const bytes = ENCODER.encode(text);
  const cut = managedFieldsIn(bytes, document);
  if (cut === undefined) return undefined;
  const lengthOf = (end: number): number => DECODER.decode(bytes.subarray(0, end)).length;

  return { start: lengthOf(cut.start), end: lengthOf(cut.end) };
}
