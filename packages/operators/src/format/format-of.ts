import { type Format } from './format.js';

/** The format of an answer by its content type; `undefined` for JSON, and for all that nobody asked for. */
export function formatOf(format: Format | undefined, type: string | undefined): Format | undefined {
  return type?.split(';')[0]?.trim().toLowerCase() === format?.mediaType ? format : undefined;
}
