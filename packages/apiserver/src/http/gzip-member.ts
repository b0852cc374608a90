import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The level that real servers use. */
const LEVEL = 1;
/** That it is gzip, deflated, without flags and time, fast, from a system that is not named. RFC 1952, 2.3. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** A last block without bytes. RFC 1951, 3.2.4. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Makes one gzip member of a chunk, flushed before its end as by a real server.
 *
 * Node's `gzip` puts the bytes into the last block itself. Readers in Go then wait for the next member before they hand
 * on this one, since they come to the end of it in the same step.
 */
export function gzipMember(chunk: Uint8Array): Uint8Array {
  const blocks = deflateRawSync(chunk, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(chunk), 0);
  trailer.writeUInt32LE(chunk.length, 4);

  return Buffer.concat([HEADER, blocks, LAST_BLOCK, trailer]);
}
