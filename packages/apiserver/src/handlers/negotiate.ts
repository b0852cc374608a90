import { notAcceptable } from '../store/failures.js';
import { type Representation } from '../watch-cache/representation.js';

/** What is asked for: one object (or events of objects), or a list of them. */
export type Subject = 'object' | 'list';

const OFFERED = 'application/json';

/**
 * Chooses the form of the objects from an Accept header: the first entry that can be served wins.
 *
 * @throws StatusError 406 where none can, or where metadata is asked for in the form of the other subject.
 */
export function negotiate(
  accept: string | undefined,
  subject: Subject,
  kind: string,
): Representation {
  if (accept === undefined || accept.trim() === '') return 'whole';
  for (const entry of accept.split(',')) {
    const chosen = representationOf(entry, subject, kind);
    if (chosen !== undefined) return chosen;
  }

  throw notAcceptable(`only the following media types are accepted: ${OFFERED}`, {});
}

function representationOf(
  entry: string,
  subject: Subject,
  kind: string,
): Representation | undefined {
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
