/**
 * The key under which an object from another format than JSON may keep its bytes. Two objects of one version with the
 * same bytes are equal without a comparison of their fields.
 *
 * @since 0.1.0
 */
export const encodedBytes: unique symbol = Symbol.for('rxkube.encodedBytes');
