/** Bytes; none is a multiple of another, so that no chunk begins where a frame does but by chance. */
const SIZES = [30_011, 9_001, 65_003, 17_011, 2_503, 48_017];

/**
 * Cuts bytes into chunks, with one copy of the whole.
 *
 * @param {readonly Buffer[]} parts
 * @returns {readonly Buffer[]}
 */
export function inChunks(parts) {
  const whole = Buffer.concat(parts);
  const chunks = [];
  for (let at = 0; at < whole.length; at += chunks.at(-1)?.length ?? 0) {
    chunks.push(whole.subarray(at, at + (SIZES[chunks.length % SIZES.length] ?? 0)));
  }

  return chunks;
}
