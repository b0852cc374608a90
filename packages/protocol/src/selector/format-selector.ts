import { type FieldRequirement, type FieldSelector } from './field-selector.js';
import { escapeFieldValue } from './field-syntax.js';
import { type LabelRequirement, type LabelSelector } from './label-selector.js';

/**
 * The text of a selector as a server reads it, not yet encoded for a URL; `''` for one that selects everything.
 *
 * @since 0.1.0
 */
export function formatSelector(selector: LabelSelector | FieldSelector): string {
  return selector._tag === 'LabelSelector'
    ? selector.requirements.map(formatLabel).join(',')
    : selector.requirements.map(formatField).join(',');
}

function formatLabel(requirement: LabelRequirement): string {
  const { key } = requirement;
  switch (requirement.operator) {
    case 'Equals':
      return `${key}=${requirement.value}`;
    case 'NotEquals':
      return `${key}!=${requirement.value}`;
    case 'In':
      return `${key} in (${requirement.values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${requirement.values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'GreaterThan':
      return `${key}>${requirement.value}`;
    case 'LessThan':
      return `${key}<${requirement.value}`;
  }
}

function formatField({ operator, path, value }: FieldRequirement): string {
  return `${path}${operator === 'Equals' ? '=' : '!='}${escapeFieldValue(value)}`;
}
