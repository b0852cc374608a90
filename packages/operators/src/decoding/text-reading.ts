import { type MetadataHead } from '@rxkube/protocol';
import { readEventHead, readObjectHead } from '@rxkube/protocol/json';

/** How the text of a deferred object is read. */
export interface TextReading {
  /** The object in the text. @throws SyntaxError where it is no JSON. */
  readonly parse: (text: string) => unknown;
  /** The head of the object, without parsing it. Only texts are read again whose head was read before. */
  readonly head: (text: string) => MetadataHead | undefined;
}

/** A text that is the object, such as an item of a list. */
export const itemText: TextReading = {
  parse: (text) => JSON.parse(text) as unknown,
  head: (text) => readObjectHead(ENCODER.encode(text)),
};

/** A text that is an event of a watch. @param rest leaves parts of the object out. */
export function eventText(rest: (object: unknown) => unknown): TextReading {
  return {
    parse: (text) => rest((JSON.parse(text) as Frame).object),
    head: (text) => readEventHead(text, ENCODER.encode(text)),
  };
}

const ENCODER = new TextEncoder();

interface Frame {
  readonly object: unknown;
}
