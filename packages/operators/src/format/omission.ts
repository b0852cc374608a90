/**
 * A part of the metadata to leave out: the managed fields, or one annotation by its key, such as
 * `'annotations/kubectl.kubernetes.io/last-applied-configuration'`.
 *
 * @since 0.1.0
 */
export type Omission = 'managedFields' | `annotations/${string}`;
