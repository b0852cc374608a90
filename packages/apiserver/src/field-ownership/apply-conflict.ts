import { StatusError } from '@rxkube/protocol';

import { type FieldSet, fieldTexts } from './field-set.js';
import { type Owner } from './owner.js';

/** The fields that another manager owns with other values. */
export interface Conflict {
  readonly owner: Owner;
  readonly fields: FieldSet;
}

/** Makes the 409 of a server, with a cause for each field. */
export function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const all = conflicts.map(({ owner, fields }) => ({
    who: ownerText(owner),
    fields: fieldTexts(fields),
  }));
  const causes = all.flatMap(({ who, fields }) =>
    fields.map((field) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${who}`,
      field,
    })),
  );
  const [only] = causes;
  const text =
    causes.length === 1 && only !== undefined
      ? `1 conflict: ${only.message}: ${only.field}`
      : `${String(causes.length)} conflicts: ${all
          .map(({ who, fields }) =>
            [`conflicts with ${who}:`, ...fields.map((field) => `- ${field}`)].join('\n'),
          )
          .join('\n')}`;

  return new StatusError({
    code: 409,
    reason: 'Conflict',
    serverMessage: `Apply failed with ${text}`,
    details: { causes },
  });
}

function ownerText({ manager, operation, apiVersion, subresource }: Owner): string {
  const name = JSON.stringify(manager);
  const place =
    subresource === '' ? name : `${name} with subresource ${JSON.stringify(subresource)}`;

  return operation === 'Apply' ? place : `${place} using ${apiVersion}`;
}
