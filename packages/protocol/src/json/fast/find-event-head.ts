import { type FoundHead, findEventHead as findByBytes } from '../plain/find-event-head.js';
import { LONGEST_PATTERN } from './plain-fields.js';
import { usualHead } from './usual-head.js';

/** Gives the same head as the plain function, by one native search if the event has the usual shape. */
export function findEventHead(text: string, bytes: Uint8Array): FoundHead | undefined {
  const usual = bytes.length > LONGEST_PATTERN ? undefined : usualHead(text);

  return usual ?? findByBytes(text, bytes);
}
