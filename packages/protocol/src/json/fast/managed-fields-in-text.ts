import { behindFlatArray } from './behind-flat-array.js';
import { type Span } from '../plain/metadata-head.js';
import { LONGEST_PATTERN, fieldsBut } from './plain-fields.js';

const KEY = '"managedFields":';
const IN_OBJECT = `${fieldsBut('metadata')}"metadata":\\{${fieldsBut('managedFields')}${KEY}`;
const WAYS = {
  event: new RegExp(`\\{"type":"\\w+","object":\\{${IN_OBJECT}`, 'y'),
  object: new RegExp(`\\{${IN_OBJECT}`, 'y'),
};

/**
 * The result of `managedFieldsIn`, by native searches in a text, for the shapes that API servers write.
 *
 * `undefined` where there are none, and for every other shape.
 *
 * @param document what the text is: the event, or the object alone, as in a list. Default `'event'`.
 * @since 0.1.0
 */
export function managedFieldsInText(
  text: string,
  document: 'event' | 'object' = 'event',
): Span | undefined {
  const way = WAYS[document];
  way.lastIndex = 0;
  if (text.length > LONGEST_PATTERN || !way.test(text)) return undefined;
  const at = way.lastIndex;
  const end = behindFlatArray(text, at);
  if (end === undefined) return undefined;
  const start = at - KEY.length;
  if (text[end] === ',') return { start, end: end + 1 };

  return { start: text[start - 1] === ',' ? start - 1 : start, end };
}
