import { type ApiRequest } from '@rxkube/protocol';

/** What is known of credentials that were refused inside of an answer. */
export interface LateRefusals {
  /** A request goes out with this `authorization` header. */
  readonly note: (request: ApiRequest, authorization: string | undefined) => void;
  /** What a request went out with last is refused. */
  readonly refused: (request: ApiRequest) => void;
  /** Says so once of each header that was refused. */
  readonly wasRefused: (authorization: string | undefined) => boolean;
}

/** Remembers the last header that was refused inside of an answer, until a request is about to carry it again. */
export function lateRefusals(): LateRefusals {
  const sent = new WeakMap<ApiRequest, string | undefined>();
  let last: string | undefined;

  return {
    note: (request, authorization) => {
      sent.set(request, authorization);
    },
    refused: (request) => {
      last = sent.get(request);
    },
    wasRefused: (authorization) => {
      if (last === undefined || authorization !== last) return false;
      last = undefined;

      return true;
    },
  };
}
