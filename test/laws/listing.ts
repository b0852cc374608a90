import { type BackOff, type SyncEvent, type Transport } from '@rxkube/operators';
import { type Collection } from '@rxkube/protocol';
import { type Context } from 'rxjs-marbles';
import { type Observable } from 'rxjs';

import { type Scripted, type Thing, steady, tellEvent, things, told } from './kube.js';

/** An operator that lists. */
type Listing<O> = (
  transport: Transport,
  request: Collection<Thing>,
  options: O & { readonly backOff: BackOff; readonly idleLimit: number },
) => Observable<SyncEvent<Thing>>;

/**
 * Runs an operator that lists against a script, with steady pauses, and tells what it gives.
 *
 * @param most milliseconds that it is looked at, where a test does not say how long.
 */
export function listingWith<O extends object>(list: Listing<Partial<O>>, most: number) {
  return (
    m: Context,
    { transport }: Pick<Scripted, 'transport'>,
    options: Partial<O> = {},
    milliseconds = most,
  ): string[] =>
    told(
      m,
      list(transport, { resource: things }, { backOff: steady, idleLimit: Infinity, ...options }),
      tellEvent,
      milliseconds,
    );
}

/** The requests, without their times. */
export function asked({ requests }: Scripted): string[] {
  return requests.map((line) => line.replace(/^\d+ /u, '').trim());
}
