import { gzip } from 'node:zlib';

import { Observable, mergeMap, of, toArray } from 'rxjs';

/** The largest size in bytes of a body that is not compressed: 128 KiB, as on a real server. */
const THRESHOLD = 128 * 1024;
/** The compression level of real servers. */
const LEVEL = 1;

/** A body, compressed or not. */
export interface SentBody {
  readonly gzip: boolean;
  readonly body: Observable<Uint8Array>;
}

/** Collects a body, and compresses it if it is large. */
export function gzipLarge(body: Observable<Uint8Array>): Observable<SentBody> {
  return body.pipe(
    toArray(),
    mergeMap((chunks): Observable<SentBody> => {
      const whole = Buffer.concat(chunks);

      return whole.length <= THRESHOLD ? of({ gzip: false, body: of(whole) }) : compressed(whole);
    }),
  );
}

function compressed(whole: Uint8Array): Observable<SentBody> {
  // Not a pipe: its source is a callback of Node.
  return new Observable((subscriber) => {
    gzip(whole, { level: LEVEL }, (error, bytes) => {
      if (error !== null) {
        subscriber.error(error);

        return;
      }
      subscriber.next({ gzip: true, body: of(bytes) });
      subscriber.complete();
    });
  });
}
