import {
  type FieldSelector,
  type LabelSelector,
  isKubeError,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
} from '@rxkube/protocol';

import { badRequest } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';
import { type Matches } from '../presentation/event-frames.js';
import { type ListOptions } from './list-options.js';

/** The objects of a resource that a list or a watch selects. */
export interface Selection {
  readonly matches: Matches;
  /** Whether the path, and a name if there is one, cover an object. A server reads no others. */
  readonly inScope: Matches;
  /** The namespace of the path, if there is one. */
  readonly namespace: string | undefined;
  /**
   * Whether a label or field selector narrows it. Then the server does not count the remaining
   * items.
   */
  readonly selective: boolean;
}

const METADATA_FIELDS = ['metadata.name', 'metadata.namespace'];

/**
 * Reads the selection of a request from its path and its selectors.
 *
 * @throws StatusError 400 for a selector that cannot be read, or a field that selectors cannot
 *   name.
 */
export function readSelection(
  served: ServedResource,
  scope: { readonly namespace?: string | undefined; readonly name?: string | undefined },
  options: ListOptions,
): Selection {
  const { namespace, name } = scope;
  const labels = options.labelSelector === '' ? undefined : readLabels(options.labelSelector);
  const fields =
    options.fieldSelector === '' ? undefined : readFields(options.fieldSelector, served);
  const named = fields?.requirements.find(
    ({ path, operator }) => path === 'metadata.name' && operator === 'Equals',
  );
  if (name !== undefined && named !== undefined && named.value !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }

  const onlyName = name ?? named?.value;
  const inScope: Matches = ({ metadata }) =>
    (namespace === undefined || metadata.namespace === namespace) &&
    (onlyName === undefined || metadata.name === onlyName);

  return {
    inScope,
    namespace,
    selective: labels !== undefined || fields !== undefined || name !== undefined,
    matches: (object) =>
      inScope(object) &&
      (labels === undefined || matchesLabels(labels, object.metadata.labels)) &&
      (fields === undefined || matchesFields(fields, (path) => fieldOf(object, path))),
  };
}

function readLabels(text: string): LabelSelector {
  return parsed(text, parseLabelSelector, (problem) => `unable to parse requirement: ${problem}`);
}

function readFields(text: string, served: ServedResource): FieldSelector {
  const selector = parsed(
    text,
    parseFieldSelector,
    (problem) => `invalid selector: '${text}'; can't understand it: ${problem}`,
  );
  const known = [...METADATA_FIELDS, ...served.selectableFields];
  for (const { path } of selector.requirements) {
    if (known.includes(path)) continue;
    throw badRequest(
      !served.builtIn || served.selectableFields.length > 0
        ? `field label not supported: ${path}`
        : `"${path}" is not a known field selector: only "metadata.name", "metadata.namespace"`,
    );
  }

  return selector;
}

function parsed<S>(text: string, parse: (text: string) => S, say: (problem: string) => string): S {
  try {
    return parse(text);
  } catch (error) {
    if (isKubeError(error) && error._tag === 'ProtocolError') throw badRequest(say(error.problem));
    throw error;
  }
}

/** Returns the text of a field, or `''` if it is absent. */
function fieldOf(object: StoredObject, path: string): string {
  let value: unknown = object;
  for (const step of path.split('.')) value = isJsonObject(value) ? value[step] : undefined;

  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
