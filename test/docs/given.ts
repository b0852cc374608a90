/** Names that each piece of code in a document may use without a declaration or an import. */
import { type CacheSnapshot, type SyncEvent, type Transport } from '@rxkube/operators';
import {
  type KubeObject,
  type Collection,
  type Pod,
  type ResourceVersion,
  pods,
} from '@rxkube/protocol';
import { type VirtualTime, objectOf } from '@rxkube/testing';
import { type Observable } from 'rxjs';

export { either as E } from 'fp-ts';
export * as t from 'io-ts';
export { expect, it } from 'vitest';

/** Any way to a server. */
export declare const transport: Transport;

/** Any part of a resource. */
export declare const request: Collection<Pod>;

/** Any version. */
export declare const version: ResourceVersion;

/** Any snapshot of pods. */
export declare const snapshot: CacheSnapshot<Pod>;

/** Any events of pods. */
export declare const events: Observable<SyncEvent<Pod>>;

/** The clock of a test. */
export declare const time: VirtualTime;

/** Builds pods from their short form. */
export const pod = objectOf(pods);

/** A custom resource. */
export interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}
