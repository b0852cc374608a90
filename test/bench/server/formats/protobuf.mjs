import { spawnSync } from 'node:child_process';

import { inChunks } from './in-chunks.mjs';
import { jsonOf } from './json.mjs';

/** @import { History } from '../../payload/history.mjs' */
/** @import { Kind } from '../../payload/kind.mjs' */
/** @import { Format } from './format.mjs' */

const LENGTH = 4;

/**
 * Objects in full as client-go's own encoder writes them. A list is always whole: who asks for pages takes that too.
 *
 * @param {Kind} kind
 * @param {History} whole
 * @param {string} encoder the program in Go
 * @returns {Format}
 */
export function protobufOf(kind, whole, encoder) {
  const json = jsonOf(kind, whole);
  const all = { from: 0, limit: 0 };
  const { bookmark, expired } = json;
  const input = Buffer.concat([
    json.list(false, all),
    json.list(true, all),
    bookmark,
    expired,
    Buffer.from(whole.lastFrame),
    ...whole.frames.map((frame) => Buffer.from(frame)),
  ]);
  const { stdout, status, stderr } = spawnSync(encoder, ['encode'], { input, maxBuffer: 2 ** 31 });
  if (status !== 0) throw new Error(`the encoder of protobuf failed: ${stderr.toString()}`);
  const frames = [];
  for (let at = 0; at < stdout.length; at += frames.at(-1)?.length ?? 0) {
    frames.push(stdout.subarray(at, at + LENGTH + stdout.readUInt32BE(at)));
  }
  const [first, final, ...rest] = /** @type {[Buffer, Buffer, ...Buffer[]]} */ (frames);
  const [bookmarked, gone, last] = /** @type {[Buffer, Buffer, Buffer]} */ (rest.splice(0, 3));
  const sentinel = /** @type {Buffer} */ (rest.pop());

  return {
    type: 'application/vnd.kubernetes.protobuf',
    watchType: 'application/vnd.kubernetes.protobuf;stream=watch',
    list: (isFinal) => (isFinal ? final : first).subarray(LENGTH),
    events: inChunks(rest),
    bookmark: bookmarked,
    sentinel,
    expired: gone,
    last,
  };
}
