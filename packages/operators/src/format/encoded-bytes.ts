/**
 * The key of the bytes that an object in another format than JSON may keep. Two objects of one version with the same
 * bytes are equal, so their fields need no comparison.
 *
 * @since 0.1.0
 */
export const encodedBytes: unique symbol = Symbol.for('rxkube.encodedBytes');
