/**
 * Names one object of a resource. The metadata of an object is one, too.
 *
 * @since 0.1.0
 */
export interface ObjectName {
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  readonly name: string;
}
