/**
 * Names one object of a resource. The metadata of an object is one, too.
 *
 * @since 0.2.0
 */
export interface ObjectName {
  /** Required for a namespaced resource. */
  readonly namespace?: string | undefined;
  readonly name: string;
}
