import * as t from 'io-ts';

import { type StatusCause, type StatusDetails } from '../errors/status-details.js';

/**
 * The server's answer where it has no object to give: the body of an error, or the object of an ERROR frame.
 *
 * @since 0.1.0
 */
export interface Status {
  readonly kind?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly metadata?: { readonly continue?: string | undefined } | undefined;
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: StatusDetails | undefined;
  readonly code?: number | undefined;
}

const text = t.union([t.string, t.undefined]);
const number = t.union([t.number, t.undefined]);

const CauseCodec: t.Type<StatusCause> = t.partial({ reason: text, message: text, field: text });

const DetailsCodec: t.Type<StatusDetails> = t.partial({
  name: text,
  group: text,
  kind: text,
  uid: text,
  causes: t.union([t.readonlyArray(CauseCodec), t.undefined]),
  retryAfterSeconds: number,
});

const StatusMetadata: t.Type<{ readonly continue?: string | undefined }> = t.partial({
  continue: text,
});

/**
 * The io-ts codec of a {@link Status}.
 *
 * @since 0.1.0
 */
export const Status: t.Type<Status> = t.partial(
  {
    kind: text,
    apiVersion: text,
    metadata: t.union([StatusMetadata, t.undefined]),
    status: text,
    message: text,
    reason: text,
    details: t.union([DetailsCodec, t.undefined]),
    code: number,
  },
  'Status',
);
