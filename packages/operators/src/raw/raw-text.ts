import { readEventHead, readObjectHead } from '@rxkube/protocol/json';

import { encodeUtf8 } from '@rxkube/protocol/internal';

import { type SourceReader } from './raw-object.js';

/** Reads an object from the text of the object alone, such as an item of a list. */
export function itemText(finish: (object: unknown) => unknown): SourceReader<string> {
  return {
    parse: (text) => finish(JSON.parse(text)),
    head: (text) => readObjectHead(encodeUtf8(text)),
  };
}

/** Reads an object from the text of a whole watch event. */
export function eventText(finish: (object: unknown) => unknown): SourceReader<string> {
  return {
    parse: (text) => finish((JSON.parse(text) as { readonly object: unknown }).object),
    head: (text) => readEventHead(text, encodeUtf8(text)),
  };
}
