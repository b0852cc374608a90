import { type EventHead } from '../../responses/event-head.js';
import { readMetadata } from './metadata-head.js';

/** A head that was found without parsing the whole text. */
export interface FoundHead {
  readonly head: EventHead;
  /** No document ends before this character. */
  readonly end: number;
}

/** The source of a pattern for the beginning of an event, up to the fields of its object. */
export const EVENT_BEGINNING = '\\{"type":"(ADDED|MODIFIED|DELETED)","object":\\{';

const EVENT = new RegExp(EVENT_BEGINNING, 'y');

/** Reads the head of an event byte by byte; `undefined` for every shape that it does not fully understand. */
export function findEventHead(text: string, bytes: Uint8Array): FoundHead | undefined {
  EVENT.lastIndex = 0;
  const type = EVENT.exec(text)?.[1] as EventHead['type'] | undefined;
  if (type === undefined) return undefined;
  // The beginning is ASCII, so its end is at the same place in the text and in the bytes.
  const fields = readMetadata(bytes, EVENT.lastIndex);

  return fields === undefined ? undefined : { head: { type, ...fields }, end: 0 };
}
