import { type ApiRequest, isWatch } from '@rxkube/protocol';

/**
 * A request in one line: what it asks for, and each option that is unusual for it.
 *
 * ```text
 * LIST limit=500
 * LIST >=10 limit=500         resourceVersionMatch=NotOlderThan
 * LIST continue=T1 limit=2
 * WATCH(10)
 * STREAM >=10                 a streaming list
 * ```
 *
 * The lifetime (`timeoutSeconds`) is left out, since it is random by default.
 *
 * @since 0.1.0
 */
export function requestLine(request: ApiRequest): string {
  const { resourceVersion, resourceVersionMatch, watch, ...rest } = request.query;
  const { allowWatchBookmarks, sendInitialEvents, ...others } = rest;
  const more = Object.entries(others)
    .filter(([name]) => name !== 'timeoutSeconds')
    .map(([name, value]) => `${name}=${value}`);
  const match = resourceVersionMatch === 'NotOlderThan' ? '>=' : 'rv=';
  const from = resourceVersion === undefined ? [] : [`${match}${resourceVersion}`];
  if (!isWatch(request)) return ['LIST', ...from, ...more.sort()].join(' ');
  const isStream = sendInitialEvents === 'true' && resourceVersionMatch === 'NotOlderThan';

  return [
    ...(isStream ? ['STREAM', ...from] : [`WATCH(${String(resourceVersion)})`]),
    ...(isStream || resourceVersionMatch === undefined ? [] : [`match=${resourceVersionMatch}`]),
    ...(isStream || sendInitialEvents === undefined ? [] : [`initial=${sendInitialEvents}`]),
    ...(watch === 'true' ? [] : [`watch=${String(watch)}`]),
    ...(allowWatchBookmarks === 'true' ? [] : ['without bookmarks']),
    ...more,
  ].join(' ');
}
