import { type Collection, type KubeObject, type Resource } from '@rxkube/protocol';
import { type Observable, defer, identity } from 'rxjs';

import { inShard } from './in-shard.js';
import { type ListThenWatchOptions } from './list-then-watch-options.js';
import { streamOrPages } from './listing/stream-or-pages.js';
import { validatedRequest } from './options/validated-request.js';
import { Position } from './position.js';
import { Silence } from './probing/silence.js';
import { relistOn410 } from './recovery/relist-on-410.js';
import { withPace } from './recovery/with-pace.js';
import { type SyncEvent } from './sync-event.js';
import { type Transport } from './transport.js';
import { BrokenTexts } from './watching/broken-texts.js';
import { openWatch } from './watching/open-watch.js';
import { resumeFrom } from './watching/resume-from.js';

/**
 * The protocol, whole: lists a collection, watches it from there, resumes, and relists where it must.
 *
 * ```text
 * list      --l                        l = a page with one object
 * watch       ----a-----e              a = ADDED, e = ERROR with a 410
 * relist                     --l
 * result    s-(Lc)(wA)--i----t-(Lc)    s, t = ListStarted, L = Listed, c = ListCompleted,
 *                                      w = WatchStarted, A = Applied, i = Interrupted
 * ```
 *
 * - After a failure it emits `Interrupted` and tries again. It errors only if the request is wrong, if the resource
 *   cannot be watched, if `onFault` says so, or with an exception of your code.
 * - A relist never goes back in time: it asks for nothing older than the last version seen, unless the server has lost
 *   that version.
 * - All its operators share one pace: at most 8 requests in the first minute of a failure, and 2 in any later minute.
 *   A `backOff` that is a plain function has no such budget.
 * - Never completes.
 *
 * @see snapshots for the same as snapshots of a cache.
 * @since 0.1.0
 */
export function listThenWatch<T extends KubeObject>(
  transport: Transport,
  request: Collection<T> | Resource<T>,
  options: ListThenWatchOptions = {},
): Observable<SyncEvent<T>> {
  return withPace(options, (pace) => {
    const collection = validatedRequest(request, options);
    const { decoding = 'eager' } = options;
    const shared = { ...options, decoding, pace, position: new Position() };
    const texts = new BrokenTexts(options);
    const silence = new Silence(transport, collection, shared);
    const watched = { ...shared, lifetime: silence.lifetime };
    const decode = texts.decoder(collection);

    return defer(() => streamOrPages(transport, collection, { ...shared, ...texts.decoding })).pipe(
      resumeFrom(
        (version) =>
          openWatch(transport, collection, version, decode, watched).pipe(silence.ask(version)),
        shared,
      ),
      texts.fail(),
      relistOn410(shared),
      collection.shard === undefined ? identity : inShard<T>(collection.shard),
      texts.readable(),
    );
  });
}
