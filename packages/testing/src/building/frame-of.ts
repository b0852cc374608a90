import { type KubeObject } from '@rxkube/protocol';

import { configMap } from './builders.js';
import { frame } from './frame.js';

const END_OF_INITIAL_EVENTS = { 'k8s.io/initial-events-end': 'true' };

/**
 * Reads the short form of a watch document.
 *
 * ```ts
 * frameOf('+a@u1/11'); // ADDED
 * frameOf('~a@u1/12'); // MODIFIED
 * frameOf('-a@u1/13'); // DELETED
 * frameOf('BM/20'); // a bookmark
 * frameOf('BMend/20'); // the bookmark that ends the initial events of a streaming list
 * frameOf('ERR(410,Expired)'); // an ERROR with a Status
 * ```
 *
 * @param build makes the object; a config map by default.
 * @throws Error if the text has none of these forms.
 * @since 0.1.0
 */
export function frameOf(short: string, build: (short: string) => KubeObject = configMap): object {
  const [, code, reason = ''] = /^ERR\((\d+),(\w*)\)$/u.exec(short) ?? [];
  if (code !== undefined) return frame.error(Number(code), reason);
  const [, end, version] = /^BM(end)?\/(.*)$/u.exec(short) ?? [];
  if (version !== undefined) {
    return frame.bookmark(version, end === undefined ? undefined : END_OF_INITIAL_EVENTS);
  }
  const object = short.slice(1);
  if (short.startsWith('+')) return frame.added(build(object));
  if (short.startsWith('~')) return frame.modified(build(object));
  if (short.startsWith('-')) return frame.deleted(build(object));
  throw new Error(
    `a frame must be +object, ~object, -object, BM/version, BMend/version or ERR(code,reason), got "${short}"; ` +
      'send a text as bytesOf(text)',
  );
}
