import { type Format } from './format.js';

/** The format of a response by its content type. `undefined` for JSON and for formats that were not requested. */
export function formatOf(format: Format | undefined, type: string | undefined): Format | undefined {
  return type?.split(';')[0]?.trim().toLowerCase() === format?.mediaType ? format : undefined;
}
