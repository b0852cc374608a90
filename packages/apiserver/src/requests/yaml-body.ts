import { parse } from 'yaml';

import { badRequest } from '../statuses/status-errors.js';

/**
 * Reads the body of a request as YAML, in which JSON is contained: one document, without aliases that expand without
 * end.
 *
 * @throws StatusError 400 where it is none.
 */
export function yamlBody(text: string): unknown {
  try {
    // As servers in Go read it: there `yes` and `on` are truths.
    return parse(text, { version: '1.1', merge: true, logLevel: 'error' });
  } catch {
    throw badRequest('error decoding YAML: the body of the request is no YAML');
  }
}
