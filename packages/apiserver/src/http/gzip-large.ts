import { gzip } from 'node:zlib';

import { type Observable, Observable as Stream, mergeMap, of, toArray } from 'rxjs';

/** Bytes up to which a body is sent as it is: 128 KiB, as on a real server. */
const THRESHOLD = 128 * 1024;
/** The level that real servers use. */
const LEVEL = 1;

/** A body as it is sent. */
export interface SentBody {
  readonly gzip: boolean;
  readonly body: Observable<Uint8Array>;
}

/** Compresses a body if it is large, once it is all there. */
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
  // Not a pipe: the callback of Node is the only source.
  return new Stream((subscriber) => {
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
