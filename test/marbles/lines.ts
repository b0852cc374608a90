import { type CacheSnapshot, type Change } from '@rxkube/operators';
import {
  type ApiRequest,
  type KubeError,
  type KubeObject,
  isKubeError,
  isWatch,
} from '@rxkube/protocol';
import { shortForm } from '@rxkube/testing';

/** The lifetime that stories give every watch, in seconds. */
export const LIFETIME = 270;

/** `LIST >=10 limit=500`, `LIST continue=T1 limit=2`, `WATCH(10)`, `STREAM >=10`; whatever is unusual is added. */
export function requestLine({ query, ...request }: ApiRequest): string {
  const { resourceVersion, resourceVersionMatch, watch, allowWatchBookmarks, ...rest } = query;
  const { sendInitialEvents, ...others } = rest;
  const more = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  const match = resourceVersionMatch === 'NotOlderThan' ? '>=' : 'rv=';
  const from = resourceVersion === undefined ? [] : [`${match}${resourceVersion}`];
  if (!isWatch({ ...request, query })) return ['LIST', ...from, ...more.sort()].join(' ');
  const isStream = sendInitialEvents === 'true' && resourceVersionMatch === 'NotOlderThan';

  return [
    ...(isStream ? ['STREAM', ...from] : [`WATCH(${String(resourceVersion)})`]),
    ...(isStream || resourceVersionMatch === undefined ? [] : [`match=${resourceVersionMatch}`]),
    ...(isStream || sendInitialEvents === undefined ? [] : [`initial=${sendInitialEvents}`]),
    ...(watch === 'true' ? [] : [`watch=${String(watch)}`]),
    ...(allowWatchBookmarks === 'true' ? [] : ['without bookmarks']),
    ...more.filter((option) => option !== `timeoutSeconds=${String(LIFETIME)}`),
  ].join(' ');
}

/** `live {a/7 b/9} +b@u2/9`, `interrupted {a/7} !StatusError 410 Expired`. */
export function snapshotLine(snapshot: CacheSnapshot<KubeObject>): string {
  // In the order of their names: a set has no other.
  const objects = [...snapshot.values()]
    .map((object) => shortForm(object).replace(/@[^/]*/u, ''))
    .sort();

  return [
    snapshot.phase,
    ...(snapshot.resourceVersion === undefined ? [] : [`{${objects.join(' ')}}`]),
    ...snapshot.changes.map(changeLine),
    ...(snapshot.error === undefined ? [] : [`!${errorLine(snapshot.error)}`]),
  ].join(' ');
}

/** `+a@u1/7`, `~a@u1/8` (from another version), `-a@u1/9`; `-?a@u1/7` where it was only found missing. */
function changeLine(change: Change<KubeObject>): string {
  const object = shortForm(change.object);
  switch (change._tag) {
    case 'Added':
      return `+${object}`;
    case 'Updated':
      return `~${object}`;
    case 'Deleted':
      return `${change.finalStateUnknown ? '-?' : '-'}${object}`;
  }
}

/** `TransportError ECONNRESET`, `StatusError 410 Expired`, `DecodeError json`, `ProtocolError shortWatch`. */
export function errorLine(error: unknown): string {
  return isKubeError(error) ? [error._tag, ...detail(error)].join(' ') : String(error);
}

function detail(error: KubeError): readonly string[] {
  switch (error._tag) {
    case 'TransportError':
      return [error.code ?? error.phase];
    case 'StatusError':
      return [String(error.code), ...(error.reason === '' ? [] : [error.reason])];
    case 'DecodeError':
      return [error.problem];
    case 'ProtocolError':
      return [error.rule];
  }
}
