import { type KubeObject } from '../objects/object-meta.js';
import { type ApiRequest } from './request.js';
import { type Collection } from '../resources/resource.js';
import { type ResourceVersion } from '../objects/resource-version.js';
import { watchOf } from './watch-of.js';

/**
 * How fresh a streaming list has to be, and how long its stream may live.
 *
 * @since 0.1.0
 */
export type StreamListStart = {
  /** Whole seconds, at least 1, the initial events included; the server ends the stream cleanly after them. */
  readonly timeoutSeconds: number;
} & (
  | { readonly at: 'latest' }
  /** Whatever the server holds in memory, possibly old. */
  | { readonly at: 'cached' }
  /** Not older than a version that was seen. */
  | { readonly at: 'notOlderThan'; readonly resourceVersion: ResourceVersion }
);

/**
 * The request for a streaming list: a watch that begins with all objects as they are, says by a marked bookmark when
 * that was all, and goes on. Servers since 1.27 can serve it, and do so by default since 1.34; all others refuse it.
 * https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3157-watch-list
 *
 * @throws ProtocolError `invalidArgument` for a collection or a time that no server would take.
 * @since 0.1.0
 */
export function streamListRequest(
  collection: Collection<KubeObject>,
  start: StreamListStart,
): ApiRequest {
  // Servers refuse the first without the second.
  const initial = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };

  return watchOf(collection, { ...initial, ...versionOf(start) }, start.timeoutSeconds);
}

function versionOf(start: StreamListStart): { readonly resourceVersion?: string } {
  switch (start.at) {
    case 'latest':
      return {};
    case 'cached':
      return { resourceVersion: '0' };
    case 'notOlderThan':
      return { resourceVersion: start.resourceVersion };
  }
}
