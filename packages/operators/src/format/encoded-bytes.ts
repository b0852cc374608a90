/**
 * Where an object that was read from another format than JSON may keep the bytes it came as: two objects of one
 * version with the same bytes there are equal without a look at the rest.
 *
 * @since 0.1.0
 */
export const encodedBytes: unique symbol = Symbol.for('rxkube.encodedBytes');
