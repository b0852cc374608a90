import { isJsonObject } from '../objects/json-object.js';
import { objectsAt, textAt, textsAt } from './fields.js';

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
]);

/** Formats labels as a selector, in the order of their names. */
export function labelText(labels: unknown, empty = '<none>'): string {
  const parts = isJsonObject(labels)
    ? Object.entries(labels).map(([name, value]) => `${name}=${String(value)}`)
    : [];

  return parts.length === 0 ? empty : parts.sort().join(',');
}

/** Formats a label selector object as a text. */
export function selectorText(selector: unknown, empty = '<none>'): string {
  const labels = isJsonObject(selector) ? labelText(selector['matchLabels'], '') : '';
  const parts = objectsAt(selector, 'matchExpressions').map((expression) => {
    const key = textAt(expression, 'key');
    const operator = textAt(expression, 'operator');
    const word = OPERATORS.get(operator);
    if (word !== undefined) {
      return `${key} ${word} (${textsAt(expression, 'values').toSorted().join(',')})`;
    }

    return operator === 'DoesNotExist' ? `!${key}` : key;
  });
  const all = [...(labels === '' ? [] : labels.split(',')), ...parts];

  return all.length === 0 ? empty : all.join(',');
}
