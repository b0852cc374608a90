import { type ApiRequest } from '@rxkube/protocol';

/** The `authorization` headers that a server has refused in the body of a success, as an ERROR frame with 401. */
export interface LateRefusals {
  /** Remembers the `authorization` header that a request is sent with. */
  readonly recordSent: (request: ApiRequest, authorization: string | undefined) => void;
  /** Remembers that the header which the request was last sent with is refused. */
  readonly recordRefusal: (request: ApiRequest) => void;
  /** Returns whether the header was refused, and forgets the refusal. */
  readonly takeRefusal: (authorization: string | undefined) => boolean;
}

/** Remembers the last refused header until a request is about to carry it again. */
export function lateRefusals(): LateRefusals {
  const sent = new WeakMap<ApiRequest, string | undefined>();
  let refused: string | undefined;

  return {
    recordSent: (request, authorization) => {
      sent.set(request, authorization);
    },
    recordRefusal: (request) => {
      refused = sent.get(request);
    },
    takeRefusal: (authorization) => {
      if (refused === undefined || authorization !== refused) return false;
      refused = undefined;

      return true;
    },
  };
}
