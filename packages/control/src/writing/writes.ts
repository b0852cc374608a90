import { type Transport } from '@rxkube/operators';
import { requestDocument } from '@rxkube/operators/internal';
import {
  type ApiRequest,
  type KubeObject,
  type Resource,
  type Status,
  invalidArgument,
  readObject,
  type ObjectName,
  type ObjectFields,
} from '@rxkube/protocol';
import { isError } from '@rxkube/protocol/internal';
import { type Observable, type SchedulerLike, defer, map } from 'rxjs';

import { hidingSecrets } from './hiding-secrets.js';
import { type Patch } from './patch.js';
import {
  type ApplyOptions,
  type RemoveOptions,
  type UpdateOptions,
  type WriteOptions,
} from './write-options.js';
import {
  applyRequest,
  createRequest,
  getRequest,
  patchRequest,
  removeRequest,
  updateRequest,
} from './write-request.js';

/** The options of {@link writes}. @since 0.2.0 */
export interface WritesOptions {
  /** Milliseconds until the response of a request must have begun. `Infinity` waits for ever. Default 70 s. */
  readonly responseWithin?: number | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Writes objects, one request each. {@link writes} makes it.
 *
 * Subresources such as `scale` have a kind of their own. Pass a resource of that kind to type the object and the result.
 *
 * @since 0.2.0
 */
export interface Writes {
  /** Reads one object. Errors with a 404 if it does not exist. */
  readonly get: <T extends KubeObject>(
    resource: Resource<T>,
    target: ObjectName,
    options?: Pick<WriteOptions, 'subresource'>,
  ) => Observable<T>;
  /** Creates an object. Errors with a 409 if the name is taken; `isAlreadyExists` recognises it. */
  readonly create: <T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectFields<NoInfer<T>>,
    options?: WriteOptions,
  ) => Observable<T>;
  /**
   * Replaces an object. Errors with a 409 if it has another `resourceVersion` by now; `isConflict` recognises it.
   *
   * Without a `resourceVersion` it errors before it sends anything, unless `overwrite` is set.
   */
  readonly update: <T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectFields<NoInfer<T>>,
    options?: UpdateOptions,
  ) => Observable<T>;
  /** Replaces the status of an object, as {@link Writes.update} does with the subresource `status`. */
  readonly updateStatus: <T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectFields<NoInfer<T>>,
    options?: Omit<UpdateOptions, 'subresource'>,
  ) => Observable<T>;
  /** Changes some fields of an object. */
  readonly patch: <T extends KubeObject>(
    resource: Resource<T>,
    target: ObjectName,
    patch: Patch<NoInfer<T>>,
    options?: WriteOptions,
  ) => Observable<T>;
  /**
   * Applies an object on the server: creates it, or changes the given fields and removes those that the manager applied
   * before. Errors with a 409 if another manager owns one of the fields, unless `force` is set.
   */
  readonly apply: <T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectFields<NoInfer<T>>,
    options: ApplyOptions,
  ) => Observable<T>;
  /**
   * Deletes an object. Emits the object or a `Status`, as the server chooses. An object with finalizers or a grace period
   * still exists afterwards.
   */
  readonly remove: <T extends KubeObject>(
    resource: Resource<T>,
    target: ObjectName,
    options?: RemoveOptions,
  ) => Observable<T | Status>;
}

/**
 * Writes objects over a transport.
 *
 * ```text
 * create(configMaps, draft)    ------(c|)    c = the object as the server stored it
 *   … the name is taken        ------#       StatusError 409 AlreadyExists
 *   … the connection breaks    ---#          TransportError: the server may have stored it, or not
 * ```
 *
 * - Cold: each subscription is one request. Nothing is repeated, because a write that failed on its way may have
 *   happened.
 * - Unsubscribing aborts the request. The server may have executed it.
 * - Errors name the method and the path, and never quote the object.
 * - It has no cache. After a write, a snapshot can still show the object as it was before.
 *
 * @since 0.2.0
 */
export function writes(transport: Transport, options: WritesOptions = {}): Writes {
  const update: Writes['update'] = (resource, object, { overwrite = false, ...rest } = {}) =>
    send(resource, () => {
      const request = updateRequest(resource, object, rest);
      if (!overwrite && object.metadata.resourceVersion === undefined) {
        throw invalidArgument(
          'metadata.resourceVersion',
          'is missing, so the update could undo changes of others; update an object that you have read, or pass { overwrite: true }',
        );
      }

      return request;
    });

  return {
    get: (resource, target, { subresource } = {}) =>
      send(resource, () => getRequest(resource, target, subresource)),
    create: (resource, object, rest = {}) =>
      send(resource, () => createRequest(resource, object, rest)),
    update,
    updateStatus: (resource, object, rest) =>
      update(resource, object, { ...rest, subresource: 'status' }),
    patch: (resource, target, patch, rest = {}) =>
      send(resource, () => patchRequest(resource, target, patch, rest)),
    apply: (resource, object, rest) => send(resource, () => applyRequest(resource, object, rest)),
    remove: (resource, target, rest = {}) =>
      document(resource, () => removeRequest(resource, target, rest)).pipe(
        map((response) => (isStatus(response) ? response : checked(response, resource))),
      ),
  };

  function send<T extends KubeObject>(
    resource: Resource<T>,
    request: () => ApiRequest,
  ): Observable<T> {
    return document(resource, request).pipe(map((response) => checked(response, resource)));
  }

  function document(
    resource: Resource<KubeObject>,
    request: () => ApiRequest,
  ): Observable<unknown> {
    return defer(() => requestDocument(transport, request(), options)).pipe(
      hidingSecrets(resource),
    );
  }
}

function checked<T extends KubeObject>(response: unknown, resource: Resource<T>): T {
  const object = readObject(response, 'object', resource.codec);
  if (isError(object)) throw object;

  return object;
}

function isStatus(response: unknown): response is Status {
  return (
    typeof response === 'object' &&
    response !== null &&
    'kind' in response &&
    response.kind === 'Status' &&
    'apiVersion' in response &&
    response.apiVersion === 'v1'
  );
}
