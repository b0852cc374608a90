import { type ApiRequest } from '@rxkube/protocol';

import { type FieldProblem, invalid } from '../statuses/status-errors.js';
import { type FieldManager } from '../writes/write-options.js';

/** The kind of a write's options, in the words of the server. */
export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions';

/** The options that every write may have in its query. */
export interface QueryOptions {
  readonly dryRun: boolean;
  readonly manager: FieldManager;
}

/** Bytes of the name of a field manager. */
const LONGEST_MANAGER = 128;

/**
 * Reads the options of a write from its query.
 *
 * @throws StatusError 422 for a wrong value, or for one of the `problems` that the caller has
 *   found.
 */
export function readQueryOptions(
  { query, headers }: ApiRequest,
  kind: OptionsKind,
  problems: readonly FieldProblem[] = [],
): QueryOptions {
  const { dryRun, fieldManager = '', fieldValidation = '' } = query;
  checkOptions(kind, [
    ...dryRunProblems(dryRun === undefined ? [] : [dryRun]),
    ...problems,
    ...managerProblems(fieldManager),
    ...validationProblems(fieldValidation),
  ]);
  // Without a name, a manager is known by the first part of its user agent.
  const [agent = ''] = (headers['user-agent'] ?? '').split('/');

  return {
    dryRun: dryRun !== undefined,
    manager: {
      name: fieldManager === '' ? agent || 'unknown' : fieldManager,
      startsOwnership: true,
    },
  };
}

/** @throws StatusError 422 if there are problems. */
export function checkOptions(kind: OptionsKind, problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalid({ group: 'meta.k8s.io', kind, name: '' }, problems);
}

export function dryRunProblems(values: readonly unknown[]): readonly FieldProblem[] {
  return values.every((value) => value === 'All')
    ? []
    : [
        {
          field: 'dryRun',
          reason: 'FieldValueNotSupported',
          message: `Unsupported value: ${JSON.stringify(values)}: supported values: "All"`,
        },
      ];
}

function managerProblems(name: string): readonly FieldProblem[] {
  return new TextEncoder().encode(name).length > LONGEST_MANAGER
    ? [
        {
          field: 'fieldManager',
          reason: 'FieldValueTooLong',
          message: `Too long: may not be more than ${String(LONGEST_MANAGER)} bytes`,
        },
      ]
    : [];
}

function validationProblems(level: string): readonly FieldProblem[] {
  if (['', 'Ignore', 'Warn', 'Strict'].includes(level)) return [];
  const message = `Unsupported value: ${JSON.stringify(level)}: supported values: "Ignore", "Strict", "Warn"`;

  return [{ field: 'fieldValidation', reason: 'FieldValueNotSupported', message }];
}
