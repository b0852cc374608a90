import { type OwnedPart } from '../field-ownership/owned-part.js';

/** The options of a write. @since 0.1.0 */
export interface WriteOptions {
  /** Checks the write and gives its result, but stores nothing. */
  readonly dryRun?: boolean;
  /** The uid that the object must still have. */
  readonly uid?: string | undefined;
  /** The version that the object must still have. */
  readonly resourceVersion?: string | undefined;
}

/**
 * The part of an object that a write may change: all but the status (`spec`), the status alone, or
 * all.
 */
export type WrittenPart = OwnedPart;

/** The writer of a request, as far as the ownership of fields is concerned. */
export interface FieldManager {
  readonly name: string;
  /**
   * Whether the request named it. Ownership begins with the first request that does, or with an
   * apply.
   */
  readonly explicit: boolean;
}

/** The options of clients beyond {@link WriteOptions}. */
export interface ClientWriteOptions extends WriteOptions {
  /** Default `all`. */
  readonly part?: WrittenPart;
  /** Default {@link SELF}. */
  readonly manager?: FieldManager;
}

export interface PatchOptions extends ClientWriteOptions {
  /** Changes the object by the patch. By default the patch is a JSON merge patch. */
  readonly applyPatch?: (target: unknown, patch: unknown) => unknown;
}

export interface DeleteOptions extends WriteOptions {
  /** Whether the deletion first marks the object. By default the object is removed at once. */
  readonly gracefully?: boolean;
  /** Seconds that the object gets for its end. By default the object itself says how many. */
  readonly gracePeriodSeconds?: number;
}

export interface ApplyOptions extends ClientWriteOptions {
  readonly manager: FieldManager;
  /** Whether the apply takes fields that other managers own. */
  readonly force: boolean;
}

/** Programs in the process of the server, as owners of fields. */
export const SELF: FieldManager = { name: 'rxkube', explicit: false };
