import { type Transport } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';
import { defer, from, switchMap } from 'rxjs';

/** A transport that does something before it sends the first request of a kind. */
export function heldBack(
  transport: Transport,
  isMeant: (request: ApiRequest) => boolean,
  before: (request: ApiRequest) => Promise<void>,
): Transport {
  let done = false;

  return (request) => {
    if (done || !isMeant(request)) return transport(request);
    done = true;

    return defer(() => from(before(request))).pipe(switchMap(() => transport(request)));
  };
}
