import { behindFlatArray } from './behind-flat-array.js';
import { type Span } from './metadata-head.js';
import { LONGEST_PATTERN, fieldsBut } from './plain-fields.js';

const KEY = '"managedFields":';
const WAY = new RegExp(
  `\\{"type":"\\w+","object":\\{${fieldsBut('metadata')}"metadata":\\{${fieldsBut('managedFields')}${KEY}`,
  'y',
);

/**
 * What `managedFieldsIn` says of an event, by native searches in its text, for the shapes that API servers write.
 *
 * `undefined` where there are none, and for every other shape.
 *
 * @since 0.1.0
 */
export function managedFieldsInText(text: string): Span | undefined {
  WAY.lastIndex = 0;
  if (text.length > LONGEST_PATTERN || !WAY.test(text)) return undefined;
  const at = WAY.lastIndex;
  const end = behindFlatArray(text, at);
  if (end === undefined) return undefined;
  const start = at - KEY.length;
  if (text[end] === ',') return { start, end: end + 1 };

  return { start: text[start - 1] === ',' ? start - 1 : start, end };
}
