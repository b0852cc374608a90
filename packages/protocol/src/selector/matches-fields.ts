import { type FieldSelector } from './field-selector.js';

/**
 * Says whether an object with these fields is selected, by the rules of a server.
 *
 * @param read the text of a field of the object; `''` where it is absent.
 * @since 0.1.0
 */
export function matchesFields(selector: FieldSelector, read: (path: string) => string): boolean {
  return selector.requirements.every(
    ({ operator, path, value }) => (read(path) === value) === (operator === 'Equals'),
  );
}
