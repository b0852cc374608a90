import { invalidArgument } from '@rxkube/protocol';
import { validateNames } from '@rxkube/protocol/internal';

import { OPTION_RULES } from './option-rules.js';

/** The names of all options. An operator accepts those of the others, because options are handed on as one object. */
const NAMES = [
  ...Object.keys(OPTION_RULES),
  // Of `exponential`
  ...['base', 'factor', 'cap', 'spread'],
  // Of a collection, which `listThenWatch` accepts, and of `watch`
  ...['resource', 'namespace', 'name', 'labelSelector', 'fieldSelector', 'transport'],
];

/**
 * The options that a program passed, once each of them is known to be one. Programs without types pass anything.
 *
 * It is asked once for each subscription, before the first request. An option of another operator is accepted.
 *
 * @throws ProtocolError `invalidArgument` for `options` that are not an object, else for the first unknown or wrong field.
 */
export function validatedOptions<O extends object>(options: O): O {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw invalidArgument('options', 'is no object; pass options as { name: value }, or nothing');
  }
  validateNames(given, NAMES);
  const fields: Readonly<Record<string, unknown>> = { ...given };
  for (const [field, { isRight, remedy }] of Object.entries(OPTION_RULES)) {
    const value = fields[field];
    if (value !== undefined && !isRight(value)) {
      throw invalidArgument(field, `${shown(value)}; pass ${remedy}, or leave it out`);
    }
  }

  return options;
}

/** The kind only of values that are not plain, because an object may hold anything. */
function shown(value: unknown): string {
  if (typeof value === 'number') return `is ${String(value)}`;
  if (value === null) return 'is null';

  return `is a wrong ${typeof value}`;
}
