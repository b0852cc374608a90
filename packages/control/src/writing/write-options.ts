/**
 * The options of a write.
 *
 * @since 0.2.0
 */
export interface WriteOptions {
  /** Writes a part of the object, such as `'status'` or `'scale'`. */
  readonly subresource?: string | undefined;
  /** The server checks and admits the write, and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** The owner of the written fields. Default: the user agent of the transport. */
  readonly fieldManager?: string | undefined;
  /** How the server treats unknown and doubled fields. Default of the server: `'Warn'`. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

/** The options of an update. @since 0.2.0 */
export interface UpdateOptions extends WriteOptions {
  /**
   * Allows an update without `metadata.resourceVersion`. It replaces whatever is there, and the changes of other
   * clients are lost. Default false.
   */
  readonly overwrite?: boolean | undefined;
}

/** The options of a server-side apply. @since 0.2.0 */
export interface ApplyOptions extends Omit<WriteOptions, 'fieldManager'> {
  /** The owner of the applied fields. */
  readonly manager: string;
  /** Takes over fields that another manager owns. Without it such a field is a conflict. Default false. */
  readonly force?: boolean | undefined;
}

/** The options of a deletion. @since 0.2.0 */
export interface RemoveOptions {
  /** The server refuses the deletion with a conflict if the object differs. */
  readonly preconditions?:
    | { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined }
    | undefined;
  /** When the dependents go. Default of the server: `'Background'`. */
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan' | undefined;
  /** Seconds that the object has to end. 0 removes it at once. */
  readonly gracePeriodSeconds?: number | undefined;
  readonly dryRun?: boolean | undefined;
}
