import { type ObjectMeta } from '@rxkube/protocol';

import { isJsonObject } from '../objects/json-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type FieldProblem } from '../statuses/status-errors.js';

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const NAME_PATTERN = new RegExp(`^${NAME}$`, 'u');
const VALUE_PATTERN = new RegExp(`^(${NAME})?$`, 'u');
const PREFIX_PATTERN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/u;
const LONGEST_NAME = 63;
const LONGEST_PREFIX = 253;
/** Bytes of all annotations of an object. */
const LARGEST_ANNOTATIONS = 256 * 1024;
/** The finalizers of built-in kinds that need no prefix. */
const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** Finds labels, annotations, finalizers and owner references that no server stores. */
export function metadataProblems(
  served: ServedResource,
  { labels = {}, annotations = {}, finalizers = [], ownerReferences }: Partial<ObjectMeta>,
): readonly FieldProblem[] {
  return [
    ...Object.entries(annotations).flatMap(([key]) =>
      invalid('metadata.annotations', key, qualifiedNameProblems(key.toLowerCase())),
    ),
    ...sizeProblems(annotations),
    ...Object.entries(labels).flatMap(([key, value]) => [
      ...invalid('metadata.labels', key, qualifiedNameProblems(key)),
      ...invalid('metadata.labels', value, labelValueProblems(value)),
    ]),
    ...ownerProblems(ownerReferences),
    ...finalizerProblems(served, finalizers),
  ];
}

/** Checks a name such as `app` or `example.com/app`. */
function qualifiedNameProblems(text: string): readonly string[] {
  const parts = text.split('/');
  const [prefix, name] = parts.length === 1 ? [undefined, parts[0]] : parts;
  if (parts.length > 2 || name === undefined) {
    return [
      `a qualified name must match the regular expression '${NAME}', with an optional prefix`,
    ];
  }

  return [
    ...(prefix === '' ? ['prefix part must be non-empty'] : []),
    ...(prefix !== undefined && prefix !== '' && prefix.length > LONGEST_PREFIX
      ? [`prefix part must be no more than ${String(LONGEST_PREFIX)} characters`]
      : []),
    ...(prefix !== undefined && prefix !== '' && !PREFIX_PATTERN.test(prefix)
      ? ['prefix part must be a lowercase RFC 1123 subdomain']
      : []),
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...(name.length > LONGEST_NAME
      ? [`name part must be no more than ${String(LONGEST_NAME)} characters`]
      : []),
    ...(NAME_PATTERN.test(name) ? [] : [`name part must match the regular expression '${NAME}'`]),
  ];
}

function labelValueProblems(value: string): readonly string[] {
  return [
    ...(value.length > LONGEST_NAME
      ? [`must be no more than ${String(LONGEST_NAME)} characters`]
      : []),
    ...(VALUE_PATTERN.test(value)
      ? []
      : [`a valid label must match the regular expression '(${NAME})?'`]),
  ];
}

function sizeProblems(annotations: Readonly<Record<string, string>>): readonly FieldProblem[] {
  const encoder = new TextEncoder();
  const bytes = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + encoder.encode(key).length + encoder.encode(value).length,
    0,
  );
  if (bytes <= LARGEST_ANNOTATIONS) return [];
  const message = `Too long: may not be more than ${String(LARGEST_ANNOTATIONS)} bytes`;

  return [{ field: 'metadata.annotations', reason: 'FieldValueTooLong', message }];
}

function ownerProblems(references: unknown): readonly FieldProblem[] {
  if (!Array.isArray(references)) return [];
  const owners = references.filter(isJsonObject);
  const missing = owners.flatMap((owner, at) =>
    ['apiVersion', 'kind', 'name', 'uid']
      .filter((name) => [undefined, null, ''].some((empty) => empty === owner[name]))
      .flatMap((name) =>
        invalid(`metadata.ownerReferences[${String(at)}].${name}`, '', ['must not be empty']),
      ),
  );
  const controllers = owners.filter(({ controller }) => controller === true);
  if (controllers.length < 2) return missing;

  return [
    ...missing,
    ...invalid('metadata.ownerReferences', '', [
      'Only one reference can have Controller set to true',
    ]),
  ];
}

function finalizerProblems(
  { builtIn, group }: ServedResource,
  finalizers: readonly string[],
): readonly FieldProblem[] {
  const field = 'metadata.finalizers';
  const isContradictory = ['orphan', 'foregroundDeletion'].every((name) =>
    finalizers.includes(name),
  );

  return [
    ...finalizers.flatMap((name) => invalid(field, name, qualifiedNameProblems(name))),
    ...(isContradictory
      ? invalid(field, 'orphan', ['finalizer orphan and foregroundDeletion cannot be both set'])
      : []),
    ...(builtIn && group !== 'apiextensions.k8s.io' ? unqualified(finalizers, field) : []),
  ];
}

function unqualified(finalizers: readonly string[], field: string): readonly FieldProblem[] {
  return finalizers.flatMap((name, at) =>
    name.includes('/') || STANDARD_FINALIZERS.includes(name)
      ? []
      : invalid(`${field}[${String(at)}]`, name, [
          'name is neither a standard finalizer name nor is it fully qualified',
        ]),
  );
}

function invalid(
  field: string,
  value: string,
  problems: readonly string[],
): readonly FieldProblem[] {
  return problems.map((problem) => ({
    field,
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${JSON.stringify(value)}: ${problem}`,
  }));
}
