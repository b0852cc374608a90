import { invalidArgument } from './errors.js';
import { type KubeObject } from './object-meta.js';
import { type Collection } from './resource.js';
import {
  type FieldSelector,
  formatSelector,
  parseFieldSelector,
  parseLabelSelector,
} from './selector.js';

/** The part of a request that says which objects: the path, and the selectors as query. */
export interface Scope {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Where a collection is served, and the selectors that narrow it.
 *
 * @throws ProtocolError `invalidArgument` for a namespace, name or selector that no server would take.
 */
export function scopeOf(collection: Collection<KubeObject>): Scope {
  const { resource, namespace, name } = collection;
  if (typeof resource !== 'object' || typeof resource.plural !== 'string') {
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
  const labels = labelsOf(collection);
  const fields = fieldsOf(collection);

  return {
    path: `${root}/${resource.version}${inside}/${resource.plural}`,
    query: {
      ...(labels !== '' && { labelSelector: labels }),
      ...(fields !== '' && { fieldSelector: fields }),
    },
  };
}

function labelsOf({ labelSelector }: Collection<KubeObject>): string {
  if (labelSelector === undefined) return '';

  return typeof labelSelector === 'string'
    ? checkedText(labelSelector, parseLabelSelector)
    : formatSelector(labelSelector);
}

function fieldsOf({ fieldSelector, name }: Collection<KubeObject>): string {
  const given =
    fieldSelector === undefined
      ? ''
      : typeof fieldSelector === 'string'
        ? checkedText(fieldSelector, parseFieldSelector)
        : formatSelector(fieldSelector satisfies FieldSelector);
  const named = name === undefined ? '' : `metadata.name=${name}`;

  return [named, given].filter((part) => part !== '').join(',');
}

/** The text as the user wrote it, once it is known to parse. */
function checkedText(text: string, parse: (text: string) => unknown): string {
  parse(text);

  return text;
}

function checkSegment(field: 'namespace' | 'name', value: string | undefined): void {
  if (value === undefined) return;
  if (typeof value !== 'string' || value === '' || /[/%\s]/u.test(value) || /^\.\.?$/u.test(value)) {
    throw invalidArgument(
      field,
      `${JSON.stringify(value)} is no ${field}; pass the ${field} of ${field === 'name' ? 'one object' : 'the objects'}, or leave it out`,
    );
  }
}
