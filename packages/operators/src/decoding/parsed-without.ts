import { frameWithout } from './frame-without.js';
import { type Omission } from './omission.js';
import { without } from './without.js';
import { withoutManagedFields } from './without-managed-fields.js';

/** Parses a document of a watch, and leaves parts of its object out: the managed fields before, the rest after it. */
export function parsedWithout(
  omit: readonly Omission[] | undefined,
): (text: string, bytes: Uint8Array) => unknown {
  const rest = without(omit);
  if (omit === undefined || omit.length === 0) return parsed;
  const parse = omit.includes('managedFields') ? withoutManagedFields : parsed;

  return (text, bytes) => frameWithout(parse(text, bytes), rest);
}

function parsed(text: string): unknown {
  return JSON.parse(text) as unknown;
}
