import { type KubeObject } from '@rxkube/protocol';

import { type StatusFields, statusBody } from './status-body.js';

/**
 * The documents of a watch, as the server writes them.
 *
 * ```ts
 * frame.added(pod('a@u1/11'));
 * frame.bookmark('20');
 * frame.error(410, 'Expired');
 * ```
 *
 * Those that carry an object are `WatchEvent`s as well.
 *
 * @since 0.1.0
 */
export const frame = {
  added: <T extends KubeObject>(object: T) => ({ type: 'ADDED' as const, object }),
  modified: <T extends KubeObject>(object: T) => ({ type: 'MODIFIED' as const, object }),
  deleted: <T extends KubeObject>(object: T) => ({ type: 'DELETED' as const, object }),
  /** `annotations` may hold the mark that ends the initial events of a streaming list. */
  bookmark: (version: string, annotations?: Readonly<Record<string, string>>) => ({
    type: 'BOOKMARK' as const,
    object: {
      metadata: {
        resourceVersion: version,
        ...(annotations !== undefined && { annotations }),
      },
    },
  }),
  error: (code: number, reason: string, fields?: StatusFields) => ({
    type: 'ERROR' as const,
    object: statusBody(code, reason, fields),
  }),
} as const;
