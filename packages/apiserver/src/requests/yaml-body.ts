import { parse } from 'yaml';

import { badRequest } from '../statuses/status-errors.js';

/**
 * Reads the body of a request as one document of YAML, which may be JSON. Aliases that expand
 * without end are refused.
 *
 * @throws StatusError 400 for a body that cannot be read.
 */
export function yamlBody(text: string): unknown {
  try {
    // As servers in Go read it: there `yes` and `on` are booleans.
    return parse(text, { version: '1.1', merge: true, logLevel: 'error' });
  } catch {
    throw badRequest('error decoding YAML: the body of the request must be YAML');
  }
}
