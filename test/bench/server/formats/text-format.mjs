import { inChunks } from './in-chunks.mjs';

/** @import { History } from '../../payload/history.mjs' */
/** @import { Format } from './format.mjs' */

/**
 * How a text is written in one format.
 *
 * @typedef {object} Words
 * @property {string} type the content type
 * @property {string} list the fields in front of the list's metadata
 * @property {(text: string) => string} item
 * @property {(text: string) => string} frame
 * @property {(version: string) => string} bookmark the object of one
 */

/**
 * A format of JSON documents, one per line in a watch.
 *
 * @param {History} whole
 * @param {Words} words
 * @returns {Format}
 */
export function textFormat(whole, { type, list, item, frame, bookmark }) {
  const { frames, listVersion, watchedVersion } = whole;
  const first = whole.items.map(item);
  /** @type {readonly string[] | undefined} */
  let final;

  return {
    type,
    watchType: type,
    list(isFinal, { from, limit }) {
      if (isFinal) final ??= whole.finalItems().map(item);
      const all = final === undefined || !isFinal ? first : final;
      const page = all.slice(from, limit === 0 ? undefined : from + limit);
      const end = from + page.length;
      const left = all.length - end;
      const more =
        left === 0 ? '' : `,"continue":"${String(end)}","remainingItemCount":${String(left)}`;
      const version = isFinal ? watchedVersion : listVersion;

      return Buffer.from(
        `{${list},"metadata":{"resourceVersion":"${version}"${more}},"items":[${page.join(',')}]}\n`,
      );
    },
    events: inChunks(frames.slice(0, -1).map((text) => Buffer.from(frame(text)))),
    bookmark: Buffer.from(`{"type":"BOOKMARK","object":${bookmark(watchedVersion)}}\n`),
    sentinel: Buffer.from(frame(frames.at(-1) ?? '')),
    expired: Buffer.from(
      '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",' +
        '"message":"too old resource version","reason":"Expired","code":410}}\n',
    ),
    last: Buffer.from(frame(whole.lastFrame)),
  };
}
