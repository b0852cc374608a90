/**
 * A small controller: each Website has a ConfigMap of the same name with its pages, and none is left behind.
 *
 * It compares the current state with the desired state and writes the difference, whatever caused it. If another client
 * was faster, the write is not a failure: the next snapshot shows the rest of the work.
 */
import {
  type ApiRequest,
  type CacheSnapshot,
  type ConfigMap,
  type Transport,
  configMaps,
  snapshots,
} from 'rxkube';
import {
  type Observable,
  combineLatest,
  concatMap,
  endWith,
  filter,
  from,
  ignoreElements,
  map,
  retry,
  switchMap,
  take,
} from 'rxjs';

import { type Website, websites } from './websites.js';

/** The label of its ConfigMaps. The controller finds them by it and ignores all others. */
export const OURS = { 'app.kubernetes.io/managed-by': 'publish-websites' };

/** Refusals after a change by another client: the object is gone, exists already, or has changed. */
const OUTRUN = [404, 409];

/**
 * @param pause milliseconds until it starts over where a write has failed
 * @returns what it writes, such as `POST /api/v1/namespaces/shop/configmaps`
 */
export function publishWebsites(transport: Transport, pause = 1_000): Observable<string> {
  const [[label, owner]] = Object.entries(OURS) as [[string, string]];

  return combineLatest([
    snapshots(transport, websites),
    snapshots(transport, { resource: configMaps, labelSelector: `${label}=${owner}` }),
  ]).pipe(
    // Before both sets are whole, everything would look missing.
    filter((both) => both.every(({ phase }) => phase === 'live')),
    concatMap(([wanted, found]) => from(difference(wanted, found))),
    concatMap((request) => write(transport, request)),
    retry({ delay: pause }),
  );
}

function* difference(
  wanted: CacheSnapshot<Website>,
  found: CacheSnapshot<ConfigMap>,
): Generator<ApiRequest> {
  for (const [key, { metadata, spec }] of wanted.entries()) {
    const { namespace = '', name } = metadata;
    const map = found.get(key);
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    if (map === undefined) {
      yield request('POST', path, { metadata: { name, labels: OURS }, data: spec.pages });
    } else if (!same(map.data ?? {}, spec.pages)) {
      // With its version: a change that we have not seen is not overwritten.
      yield request('PUT', `${path}/${name}`, { ...map, data: spec.pages });
    }
  }
  for (const [key, { metadata }] of found.entries()) {
    if (wanted.has(key)) continue;
    const { namespace = '', name, uid } = metadata;
    // With its uid: another object of that name is not ours.
    yield request('DELETE', `/api/v1/namespaces/${namespace}/configmaps/${name}`, {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid },
    });
  }
}

function request(method: ApiRequest['method'], path: string, body: object): ApiRequest {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };

  return { method, path, query: {}, headers, body: JSON.stringify(body) };
}

function write(transport: Transport, request: ApiRequest): Observable<string> {
  const written = `${request.method} ${request.path}`;

  return transport(request).pipe(
    switchMap(({ status, body }) => body.pipe(ignoreElements(), endWith(status))),
    take(1),
    map((status) => {
      if (status >= 400 && !OUTRUN.includes(status)) {
        throw new Error(`${written}: ${String(status)}`);
      }

      return written;
    }),
  );
}

function same(
  left: Readonly<Record<string, string>>,
  right: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(left);

  return (
    names.length === Object.keys(right).length && names.every((name) => left[name] === right[name])
  );
}
