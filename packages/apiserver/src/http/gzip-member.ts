import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The compression level of real servers. */
const LEVEL = 1;
/** gzip, deflated, no flags, no time, fast, unknown system. RFC 1952, 2.3. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** A last block without bytes. RFC 1951, 3.2.4. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Makes one gzip member of a chunk, and flushes it before its end, as a real server does.
 *
 * `gzip` of Node puts the bytes into the last block. Readers in Go then wait for the next member
 * before they deliver this one, since they reach its end in the same step.
 */
export function gzipMember(chunk: Uint8Array): Uint8Array {
  const blocks = deflateRawSync(chunk, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(chunk), 0);
  trailer.writeUInt32LE(chunk.length, 4);

  return Buffer.concat([HEADER, blocks, LAST_BLOCK, trailer]);
}
