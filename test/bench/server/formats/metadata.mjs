import { textFormat } from './text-format.mjs';

/** @import { History } from '../../payload/history.mjs' */
/** @import { Format } from './format.mjs' */

/**
 * The metadata of each object alone, for clients that accept `PartialObjectMetadata`.
 *
 * @param {History} whole
 * @returns {Format}
 */
export function metadataOf(whole) {
  const kind = 'PartialObjectMetadata';
  const apiVersion = 'meta.k8s.io/v1';
  const partial = (/** @type {{ metadata: unknown }} */ { metadata }) => ({
    kind,
    apiVersion,
    metadata,
  });

  return textFormat(whole, {
    type: 'application/json',
    list: `"kind":"${kind}List","apiVersion":"${apiVersion}"`,
    item: (text) => JSON.stringify(partial(JSON.parse(text))),
    frame: (text) => {
      const { type, object } = JSON.parse(text);

      return `${JSON.stringify({ type, object: partial(object) })}\n`;
    },
    bookmark: (resourceVersion) => JSON.stringify(partial({ metadata: { resourceVersion } })),
  });
}
