import { type ApiRequest } from '@rxkube/protocol';

import { type FieldProblem, badRequest, invalid } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { type FieldManager } from '../field-ownership/field-manager.js';
import { type InnerWriteOptions } from '../storage/object-store.js';
import { type JsonObject } from '../objects/stored-object.js';
import { jsonBody } from './json-body.js';

/** Which write it is, in the words of the server. */
export type WriteKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions';

/** What every write may ask for. */
export interface GivenWriteOptions {
  readonly dryRun: boolean;
  readonly manager: FieldManager;
}

/** Bytes of the name of a field manager. */
const LONGEST_MANAGER = 128;

/**
 * Reads what a write asks for in its query.
 *
 * @throws StatusError 422 for what has no meaning.
 */
export function readWriteOptions(
  { query, headers }: ApiRequest,
  kind: WriteKind,
  more: readonly FieldProblem[] = [],
): GivenWriteOptions {
  const { dryRun, fieldManager = '' } = query;
  const problems = [...dryRunProblems(dryRun === undefined ? [] : [dryRun]), ...more];
  if (new TextEncoder().encode(fieldManager).length > LONGEST_MANAGER) {
    problems.push({
      field: 'fieldManager',
      reason: 'FieldValueTooLong',
      message: `Too long: may not be more than ${String(LONGEST_MANAGER)} bytes`,
    });
  }
  check(kind, problems);
  // Whoever does not say is known by the first part of what it calls itself.
  const [agent = ''] = (headers['user-agent'] ?? '').split('/');

  return {
    dryRun: dryRun !== undefined,
    manager: {
      name: fieldManager === '' ? agent || 'unknown' : fieldManager,
      explicit: fieldManager !== '',
    },
  };
}

/** Reads what a deletion asks for: in its body, or in its query where it has none. */
export function readDeleteOptions(request: ApiRequest): InnerWriteOptions {
  const { body, query } = request;
  if (body === undefined || body === '') {
    const seconds = Number(query['gracePeriodSeconds'] ?? NaN);

    return {
      dryRun: readWriteOptions(request, 'DeleteOptions').dryRun,
      ...(!Number.isNaN(seconds) && { gracePeriodSeconds: graceOf(seconds) }),
    };
  }
  const { preconditions = {}, dryRun = [], gracePeriodSeconds: seconds } = objectIn(body);
  if (!isJsonObject(preconditions)) throw badRequest('preconditions is no object');
  if (!Array.isArray(dryRun)) throw badRequest('dryRun is no list');
  check('DeleteOptions', dryRunProblems(dryRun));
  const { uid, resourceVersion } = preconditions;

  return {
    dryRun: dryRun.length > 0,
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
    ...(typeof seconds === 'number' && { gracePeriodSeconds: graceOf(seconds) }),
  };
}

function objectIn(body: string): JsonObject {
  const given = jsonBody(body);
  if (!isJsonObject(given)) throw badRequest('the body of the request is no JSON object');

  return given;
}

/** Less than no time is one second. */
function graceOf(seconds: number): number {
  return seconds < 0 ? 1 : seconds;
}

function dryRunProblems(asked: readonly unknown[]): FieldProblem[] {
  return asked.every((value) => value === 'All')
    ? []
    : [
        {
          field: 'dryRun',
          reason: 'FieldValueNotSupported',
          message: `Unsupported value: ${JSON.stringify(asked)}: supported values: "All"`,
        },
      ];
}

function check(kind: WriteKind, problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalid({ group: 'meta.k8s.io', kind, name: '' }, problems);
}
