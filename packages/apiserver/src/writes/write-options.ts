import { type Propagation } from '../metadata/propagation.js';
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
   * Whether the server records the owners of an object that the writer creates. Otherwise ownership begins with the
   * first apply.
   */
  readonly startsOwnership: boolean;
}

/** The options of clients beyond {@link WriteOptions}. */
export interface ClientWriteOptions extends WriteOptions {
  /** Default `all`. */
  readonly part?: WrittenPart;
  /** The path below the object through which another part than the status is written. */
  readonly subresource?: 'scale';
  /** Whether the writer becomes the owner of nothing, since it wrote a value that servers in Go leave out. */
  readonly ownsNothing?: boolean;
  /** Default {@link SELF}. */
  readonly manager?: FieldManager;
}

export interface PatchOptions extends ClientWriteOptions {
  /** Changes the object by the patch. By default the patch is a JSON merge patch. */
  readonly applyPatch?: (target: unknown, patch: unknown) => unknown;
}

export interface DeleteOptions extends WriteOptions {
  /** Whether a client of the server deletes, so that the garbage collector would follow. Default false. */
  readonly fromClient?: boolean;
  /** Whether the deletion first marks the object. By default the object is removed at once. */
  readonly gracefully?: boolean;
  /** Seconds that the object gets for its end. By default the object itself says how many. */
  readonly gracePeriodSeconds?: number;
  /** By default the finalizers of the object and its kind say it. */
  readonly propagation?: Propagation;
}

export interface ApplyOptions extends ClientWriteOptions {
  readonly manager: FieldManager;
  /** Whether the apply takes fields that other managers own. */
  readonly force: boolean;
}

/** Programs in the process of the server, as owners of fields. */
export const SELF: FieldManager = { name: 'rxkube', startsOwnership: false };
