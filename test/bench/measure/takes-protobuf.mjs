/**
 * Whether a contender reads protobuf, which needs an encoder.
 *
 * @param {string} name
 */
export function takesProtobuf(name) {
  return /-protobuf\b/u.test(name);
}
