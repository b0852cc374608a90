import { type ApiRequest } from '@rxkube/protocol';

import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { badRequest } from '../statuses/status-errors.js';
import { type DeleteOptions } from '../writes/write-options.js';
import { jsonBody } from './json-body.js';
import { checkOptions, dryRunProblems, readQueryOptions } from './query-options.js';

/**
 * Reads the options of a deletion from its body, or from its query if there is no body.
 *
 * @throws StatusError 400 for a body that is not an object, 422 for a wrong value.
 */
export function readDeleteOptions(request: ApiRequest): DeleteOptions {
  const { body, query } = request;
  if (body === undefined || body === '') {
    const seconds = Number(query['gracePeriodSeconds'] ?? NaN);

    return {
      dryRun: readQueryOptions(request, 'DeleteOptions').dryRun,
      ...(!Number.isNaN(seconds) && { gracePeriodSeconds: positive(seconds) }),
    };
  }
  const { preconditions = {}, dryRun = [], gracePeriodSeconds: seconds } = objectIn(body);
  if (!isJsonObject(preconditions)) throw badRequest('preconditions must be an object');
  if (!Array.isArray(dryRun)) throw badRequest('dryRun must be a list');
  checkOptions('DeleteOptions', dryRunProblems(dryRun));
  const { uid, resourceVersion } = preconditions;

  return {
    dryRun: dryRun.length > 0,
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
    ...(typeof seconds === 'number' && { gracePeriodSeconds: positive(seconds) }),
  };
}

function objectIn(body: string): JsonObject {
  const options = jsonBody(body);
  if (!isJsonObject(options)) throw badRequest('the body of the request must be a JSON object');

  return options;
}

/** A server takes a negative grace period for one second. */
function positive(seconds: number): number {
  return seconds < 0 ? 1 : seconds;
}
