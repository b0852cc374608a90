import { type ApiRequest } from '@rxkube/protocol';

import { badRequest, notAcceptable } from '../statuses/status-errors.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type IncludedObject, TableForm } from '../tables/table-form.js';
import { tableOf } from '../tables/table-of.js';
import { type MetadataForm, type Representation, shownAs } from '../presentation/representation.js';
import { type ServerContext } from '../server-context.js';

/** The subject of a request: one object (or events of objects), or a list. */
export type Subject = 'object' | 'list';

/** A form that an entry of an Accept header asks for. */
type Form = 'whole' | MetadataForm | { readonly table: MetadataForm };

const OFFERED = 'application/json';

/**
 * Chooses the form of the objects from the Accept header of a request. The first entry that can be
 * served wins.
 *
 * @throws StatusError 406 if none can, or if metadata is requested in the form of the other
 *   subject; 400 for a table with something unknown beside its cells.
 */
export function negotiate(
  { scheduler }: Pick<ServerContext, 'scheduler'>,
  { headers, query }: Pick<ApiRequest, 'headers' | 'query'>,
  served: ServedResource,
  subject: Subject,
): Representation {
  const form = formOf(headers['accept'], subject, served.kind);
  if (typeof form === 'string') return form;
  const apiVersion = form.table;

  return new TableForm({
    shape: tableOf(served),
    apiVersion,
    included: includedObject(query['includeObject']),
    shown: (object, included) => shownAs(object, included === 'Object' ? 'whole' : apiVersion),
    now: () => scheduler.now(),
  });
}

function formOf(accept: string | undefined, subject: Subject, kind: string): Form {
  if (accept === undefined || accept.trim() === '') return 'whole';
  for (const entry of accept.split(',')) {
    const chosen = entryForm(entry, subject, kind);
    if (chosen !== undefined) return chosen;
  }

  throw notAcceptable(`only the following media types are accepted: ${OFFERED}`, {});
}

function entryForm(entry: string, subject: Subject, kind: string): Form | undefined {
  const [type = '', ...rest] = entry.split(';').map((part) => part.trim());
  if (![OFFERED, 'application/*', '*/*'].includes(type.toLowerCase())) return undefined;
  const parameters = new Map(
    rest.map((parameter) => {
      const [name = '', value = ''] = parameter.split('=');

      return [name.trim(), value.trim()];
    }),
  );
  const as = parameters.get('as');
  if (as === undefined) return 'whole';
  const version = parameters.get('v');
  if (parameters.get('g') !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) {
    return undefined;
  }
  if (as === 'Table') return { table: `meta.k8s.io/${version}` };
  if (as !== 'PartialObjectMetadata' && as !== 'PartialObjectMetadataList') return undefined;
  if (as === 'PartialObjectMetadata' && subject === 'list') {
    throw notAcceptable(
      `you requested PartialObjectMetadata, but the requested object is a list (${kind}List)`,
    );
  }
  if (as === 'PartialObjectMetadataList' && subject === 'object') {
    throw notAcceptable(
      `you requested PartialObjectMetadataList, but the requested object is not a list (${kind})`,
    );
  }

  return `meta.k8s.io/${version}`;
}

function includedObject(asked = ''): IncludedObject {
  switch (asked) {
    case '':
    case 'Metadata':
      return 'Metadata';
    case 'None':
    case 'Object':
      return asked;
    default:
      throw badRequest(
        `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(asked)}: must be 'Metadata', 'Object', 'None', or empty`,
      );
  }
}
