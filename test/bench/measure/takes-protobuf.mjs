/**
 * Whether a contender is sent protobuf, which somebody has to write.
 *
 * @param {string} name
 */
export function takesProtobuf(name) {
  return /-protobuf\b/u.test(name);
}
