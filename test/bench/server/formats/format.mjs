/**
 * The messages of the server in one format.
 *
 * @typedef {object} Format
 * @property {string} type of a list
 * @property {string} watchType
 * @property {(isFinal: boolean, page: Page) => Buffer} list the first one, or the one after the watch
 * @property {readonly Buffer[]} events of the watch without the last; the borders of the chunks are not those of frames
 * @property {Buffer} bookmark
 * @property {Buffer} sentinel the last event of the watch
 * @property {Buffer} expired the frame of a 410
 * @property {Buffer} last the only event of the watch after that
 */

/** @typedef {{ readonly from: number, readonly limit: number }} Page a limit of 0 is none */

export {};
