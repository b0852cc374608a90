import { type Collection, type KubeObject } from '@rxkube/protocol';

import { type ChunkedJsonOptions } from './decoding/chunked-json.js';
import { type WatchEventsOptions } from './decoding/watch-events.js';
import { type ListPagesOptions } from './listing/list-pages.js';
import { type StreamListOptions } from './listing/stream-list.js';
import { type Strategy } from './listing/stream-or-pages.js';
import { type RelistOn410Options } from './recovery/relist-on-410.js';
import { type WatchOptions } from './watching/open-stream.js';
import { type ResumeFromOptions } from './watching/resume-from.js';

/**
 * The options of {@link listThenWatch}: the collection's own fields, which go before those of the request, and the
 * policies.
 *
 * @since 0.1.0
 */
export interface ListThenWatchOptions
  extends
    Omit<Partial<Collection<KubeObject>>, 'resource'>,
    Omit<ListPagesOptions, 'notOlderThan' | 'position' | 'pace' | 'fallBackOn'>,
    Omit<StreamListOptions, 'notOlderThan' | 'position' | 'pace' | 'fallBackOn'>,
    Omit<WatchOptions, 'notOlderThan' | 'position' | 'pace' | 'fallBackOn'>,
    Omit<ResumeFromOptions, 'notOlderThan' | 'position' | 'pace' | 'fallBackOn'>,
    Omit<RelistOn410Options, 'notOlderThan' | 'position' | 'pace' | 'fallBackOn'>,
    WatchEventsOptions,
    ChunkedJsonOptions {
  /**
   * `'list'` lists in pages. `'stream'` lists by the watch itself (servers since 1.34), and falls back to pages if the
   * server refuses that or never finishes; it remembers the refusal for an hour. `'auto'` does the same, and also falls
   * back to pages if the user may list but not watch. Default `'list'`.
   */
  readonly strategy?: Strategy | undefined;
}
