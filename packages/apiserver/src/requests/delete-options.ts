import { type ApiRequest } from '@rxkube/protocol';

import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { type FieldProblem, badRequest } from '../statuses/status-errors.js';
import { type Propagation } from '../metadata/propagation.js';
import { type DeleteOptions } from '../writes/write-options.js';
import { readDocument } from './object-body.js';
import { type Route } from './route.js';
import { checkOptions, dryRunProblems } from './query-options.js';

const POLICIES: readonly Propagation[] = ['Foreground', 'Background', 'Orphan'];

/** The fields of the options, from the body or from the query. */
interface RawOptions {
  readonly dryRun: readonly unknown[];
  readonly preconditions: JsonObject;
  readonly gracePeriodSeconds: number | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly propagationPolicy: string | undefined;
}

/**
 * Reads the options of a deletion from its body, or from its query if there is no body.
 *
 * @throws StatusError 400 for a body that is not an object, 422 for a wrong value.
 */
export function readDeleteOptions(route: Route, request: ApiRequest): DeleteOptions {
  const { body } = request;
  const options = body === undefined || body === '' ? fromQuery(request) : fromBody(route, request);
  const { dryRun, preconditions, gracePeriodSeconds, orphanDependents, propagationPolicy } =
    options;
  checkOptions('DeleteOptions', [
    ...policyProblems(propagationPolicy, orphanDependents),
    ...dryRunProblems(dryRun),
  ]);
  const { uid, resourceVersion } = preconditions;
  const propagation = propagationOf(propagationPolicy, orphanDependents);

  return {
    dryRun: dryRun.length > 0,
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds: positive(gracePeriodSeconds) }),
    ...(propagation !== undefined && { propagation }),
  };
}

function fromQuery({ query }: ApiRequest): RawOptions {
  const { dryRun, gracePeriodSeconds, orphanDependents, propagationPolicy } = query;

  return {
    dryRun: dryRun === undefined ? [] : [dryRun],
    preconditions: {},
    gracePeriodSeconds:
      gracePeriodSeconds === undefined ? undefined : integerOf(gracePeriodSeconds),
    orphanDependents:
      orphanDependents === undefined
        ? undefined
        : !['0', 'false'].includes(orphanDependents.toLowerCase()),
    propagationPolicy,
  };
}

function fromBody(route: Route, request: ApiRequest): RawOptions {
  const options = readDocument(route, request);
  const { kind = '' } = options;
  if (kind !== '' && kind !== 'DeleteOptions') {
    throw badRequest(`the kind of the body must be DeleteOptions, got ${JSON.stringify(kind)}`);
  }
  const { preconditions, dryRun, gracePeriodSeconds, orphanDependents, propagationPolicy } =
    options;
  if (!isJsonObject(preconditions ?? {})) throw badRequest('preconditions must be an object');
  if (!Array.isArray(dryRun ?? [])) throw badRequest('dryRun must be a list');

  return {
    dryRun: (dryRun ?? []) as readonly unknown[],
    preconditions: (preconditions ?? {}) as JsonObject,
    gracePeriodSeconds: typeof gracePeriodSeconds === 'number' ? gracePeriodSeconds : undefined,
    orphanDependents: typeof orphanDependents === 'boolean' ? orphanDependents : undefined,
    propagationPolicy: typeof propagationPolicy === 'string' ? propagationPolicy : undefined,
  };
}

function policyProblems(
  policy: string | undefined,
  orphanDependents: boolean | undefined,
): readonly FieldProblem[] {
  const field = 'propagationPolicy';
  if (policy !== undefined && orphanDependents !== undefined) {
    const message = `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`;

    return [{ field, reason: 'FieldValueInvalid', message }];
  }
  if (policy === undefined || isPropagation(policy)) return [];
  const supported = POLICIES.map((name) => JSON.stringify(name)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(policy)}: supported values: ${supported}`;

  return [{ field, reason: 'FieldValueNotSupported', message }];
}

function propagationOf(
  policy: string | undefined,
  orphanDependents: boolean | undefined,
): Propagation | undefined {
  if (policy !== undefined && isPropagation(policy)) return policy;
  if (orphanDependents === undefined) return undefined;

  return orphanDependents ? 'Orphan' : 'Background';
}

function isPropagation(policy: string): policy is Propagation {
  return POLICIES.some((known) => known === policy);
}

function integerOf(text: string): number {
  if (!/^[+-]?\d+$/u.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }

  return Number(text);
}

/** A server takes a negative grace period for one second. */
function positive(seconds: number): number {
  return seconds < 0 ? 1 : seconds;
}
