/** The metadata fields that the protocol reads. @since 0.1.0 */
export interface MetadataHead {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}
