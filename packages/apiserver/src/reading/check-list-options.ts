import { type FieldProblem, invalid } from '../statuses/status-errors.js';
import { type ListOptions } from './list-options.js';

/**
 * Refuses combinations without a meaning, all at once, as the validation of a real server does.
 *
 * @throws StatusError 422
 */
export function checkListOptions(options: ListOptions, watchListServed: boolean): void {
  const problems = options.watch ? watchProblems(options, watchListServed) : listProblems(options);
  if (problems.length > 0) {
    throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, problems);
  }
}

function listProblems(options: ListOptions): readonly FieldProblem[] {
  const { resourceVersionMatch: match, resourceVersion, sendInitialEvents } = options;
  const known = match === 'Exact' || match === 'NotOlderThan';

  return [
    match !== '' &&
      resourceVersion === '' &&
      forbiddenMatch('resourceVersionMatch is forbidden unless resourceVersion is provided'),
    match !== '' &&
      options.continue !== '' &&
      forbiddenMatch('resourceVersionMatch is forbidden when continue is provided'),
    match !== '' && !known && unsupportedMatch(match, '"Exact", "NotOlderThan", ""'),
    match === 'Exact' &&
      resourceVersion === '0' &&
      forbiddenMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    sendInitialEvents !== undefined &&
      forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'),
  ].filter((problem) => problem !== false);
}

function watchProblems(options: ListOptions, watchListServed: boolean): readonly FieldProblem[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const asked = sendInitialEvents !== undefined;
  const notOlder = match === 'NotOlderThan';

  return [
    asked &&
      !notOlder &&
      forbiddenMatch('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    asked &&
      !watchListServed &&
      forbidden(
        'sendInitialEvents',
        'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ),
    match !== '' &&
      !asked &&
      forbiddenMatch(
        'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ),
    match !== '' && !notOlder && unsupportedMatch(match, '"NotOlderThan"'),
    match !== '' &&
      options.continue !== '' &&
      forbiddenMatch('resourceVersionMatch is forbidden when continue is provided'),
  ].filter((problem) => problem !== false);
}

function forbiddenMatch(detail: string): FieldProblem {
  return forbidden('resourceVersionMatch', detail);
}

function forbidden(field: string, detail: string): FieldProblem {
  return { field, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` };
}

function unsupportedMatch(value: string, supported: string): FieldProblem {
  return {
    field: 'resourceVersionMatch',
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`,
  };
}
