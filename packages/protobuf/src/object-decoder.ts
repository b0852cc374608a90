import { type KubeObject } from '@rxkube/protocol';

import { type Undecoded } from './undecoded-object.js';

/**
 * Makes an object of its message, for instance with the code that protobufjs generates from the definitions of
 * Kubernetes. It throws where it cannot.
 *
 * @param bytes the message of the object itself, such as a `Pod`, without what stands around it. Do not change it.
 * @param object what is known already: `apiVersion`, `kind` and `metadata` as in JSON.
 * @returns the object, with a `metadata.name` at least.
 * @since 0.1.0
 */
export type ObjectDecoder = (bytes: Uint8Array, object: Undecoded) => KubeObject;
