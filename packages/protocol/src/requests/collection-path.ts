import { invalidArgument } from '../errors/errors.js';
import { type KubeObject } from '../objects/object-meta.js';
import { type Collection } from '../resources/resource.js';
import { field } from '../selector/field.js';
import { formatSelector } from '../selector/format-selector.js';
import { parseFieldSelector } from '../selector/parse-field-selector.js';
import { parseLabelSelector } from '../selector/parse-label-selector.js';

/** The part of a request that says which objects: the path, and the selectors as query. */
export interface Scope {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * The path of a collection, and the selectors that narrow it.
 *
 * @throws ProtocolError `invalidArgument` for a namespace, name or selector that no server would take.
 */
export function scopeOf(collection: Collection<KubeObject>): Scope {
  const { resource, namespace, name, shard } = collection;
  if (!isRecord(resource) || typeof resource.plural !== 'string') {
    throw invalidArgument('resource', 'no resource given; pass one such as pods, or resource({…})');
  }
  checkSegment('namespace', namespace);
  checkSegment('name', name);
  if (namespace !== undefined && !resource.namespaced) {
    throw invalidArgument(
      'namespace',
      `${resource.plural} have no namespace; leave it out, or select them in another way`,
    );
  }
  const root = resource.group === '' ? '/api' : `/apis/${resource.group}`;
  const inside = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const labels = wellFormed('labelSelector', labelsOf(collection));
  const fields = wellFormed('fieldSelector', fieldsOf(collection));

  return {
    path: `${root}/${resource.version}${inside}/${resource.plural}`,
    query: {
      ...(labels !== '' && { labelSelector: labels }),
      ...(fields !== '' && { fieldSelector: fields }),
      ...(shard !== undefined && { shardSelector: shard.selector }),
    },
  };
}

function labelsOf({ labelSelector }: Collection<KubeObject>): string {
  if (labelSelector === undefined) return '';
  if (typeof labelSelector === 'string') return checkedText(labelSelector, parseLabelSelector);
  if (!isTagged(labelSelector, 'LabelSelector')) {
    throw invalidArgument(
      'labelSelector',
      "it is no label selector; pass label('app').equals('web')",
    );
  }

  return formatSelector(labelSelector);
}

function fieldsOf({ fieldSelector, name }: Collection<KubeObject>): string {
  const named = name === undefined ? '' : formatSelector(field('metadata.name').equals(name));

  return [named, givenFields(fieldSelector)].filter((part) => part !== '').join(',');
}

function givenFields(fieldSelector: Collection<KubeObject>['fieldSelector']): string {
  if (fieldSelector === undefined) return '';
  if (typeof fieldSelector === 'string') return checkedText(fieldSelector, parseFieldSelector);
  if (!isTagged(fieldSelector, 'FieldSelector')) {
    throw invalidArgument(
      'fieldSelector',
      "it is no field selector; pass field('metadata.name').equals('a')",
    );
  }

  return formatSelector(fieldSelector);
}

/** The text as the user wrote it, once it is known to parse. */
function checkedText(text: string, parse: (text: string) => unknown): string {
  parse(text);

  return text;
}

/** Half of a character cannot be sent. */
function wellFormed(field: 'labelSelector' | 'fieldSelector', text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw invalidArgument(field, 'has half of a surrogate pair; pass whole characters');
  }

  return text;
}

function checkSegment(field: 'namespace' | 'name', value: string | undefined): void {
  if (value === undefined) return;
  if (
    typeof value !== 'string' ||
    value === '' ||
    /[/%\s\p{Surrogate}]/u.test(value) ||
    /^\.\.?$/u.test(value)
  ) {
    throw invalidArgument(
      field,
      `${JSON.stringify(value)} is no ${field}; pass the ${field} of ${field === 'name' ? 'one object' : 'the objects'}, or leave it out`,
    );
  }
}

/** Programs in plain JavaScript can pass anything. */
function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isTagged(value: unknown, tag: string): boolean {
  return isRecord(value) && '_tag' in value && value._tag === tag;
}
