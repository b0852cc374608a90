import { managedFieldsIn, managedFieldsInText } from '@rxkube/protocol/json';

import { decodeUtf8 } from '@rxkube/protocol/internal';

import { type Omission } from '../format/omission.js';
import { omitting } from './omit.js';

/**
 * Makes the function that parses a document of a watch and leaves out parts of its object. The managed fields are cut
 * out before parsing, which saves most of its time; the rest is left out afterwards. `undefined` if nothing is left out.
 */
export function eventParser(
  omit: readonly Omission[] | undefined,
): ((text: string, bytes: Uint8Array) => unknown) | undefined {
  if (omit === undefined || omit.length === 0) return undefined;
  const finish = omitting(omit);
  const parse = omit.includes('managedFields') ? withoutManagedFields : parsed;

  return (text, bytes) => finished(parse(text, bytes), finish);
}

/** Applies a function to the object of a frame. Any other document passes unchanged. */
function finished(document: unknown, finish: (object: unknown) => unknown): unknown {
  if (typeof document !== 'object' || document === null || !('object' in document)) return document;
  const object = finish(document.object);

  return object === document.object ? document : { ...document, object };
}

function withoutManagedFields(text: string, bytes: Uint8Array): unknown {
  const cut = managedFieldsInText(text);

  return JSON.parse(
    cut === undefined ? cutInBytes(text, bytes) : text.slice(0, cut.start) + text.slice(cut.end),
  ) as unknown;
}

/** Finds the managed fields in shapes that the search in the text does not know. */
function cutInBytes(text: string, bytes: Uint8Array): string {
  const cut = managedFieldsIn(bytes);
  if (cut === undefined) return text;

  return decodeUtf8(bytes.subarray(0, cut.start)) + decodeUtf8(bytes.subarray(cut.end));
}

function parsed(text: string): unknown {
  return JSON.parse(text) as unknown;
}
