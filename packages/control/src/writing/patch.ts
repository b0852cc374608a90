import { type KubeObject } from '@rxkube/protocol';

/** One step of a JSON patch (RFC 6902). @since 0.2.0 */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/**
 * The fields to change, as a JSON merge patch (RFC 7386): `null` removes a field, and an array replaces the whole array.
 *
 * @since 0.2.0
 */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }
    : T;

/**
 * A change of one object, in one of the three forms that a server takes.
 *
 * - `json`: steps. All of them happen, or none. A `test` step is a precondition.
 * - `merge`: the fields to change. Every kind takes it.
 * - `strategic`: the same, but the server merges lists by the key of their items. Custom resources do not take it.
 *   Its `$patch` directives are not in the type.
 *
 * @since 0.2.0
 */
export type Patch<T extends KubeObject> =
  | { readonly json: readonly JsonPatchOperation[] }
  | { readonly merge: MergePatch<T> }
  | { readonly strategic: object };
