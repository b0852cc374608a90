import { type Leadership, reconcile, whileLeading } from '@rxkube/control';
import { type CacheSnapshot } from '@rxkube/operators';
import { type ConfigMap } from '@rxkube/protocol';
import { snapshotFrom } from '@rxkube/testing';
import { NEVER, concat, of } from 'rxjs';

import { type Entry, type Throwing, callback, operator } from './table.js';

const set = snapshotFrom('live', 'a@u1/7');
const leading: Leadership = {
  _tag: 'Leading',
  transitions: 0,
  signal: new AbortController().signal,
  holds: () => true,
};
const failing = (): never => {
  throw new Error('handler');
};

/** The operators of `@rxkube/control`. An exception of a handler has no entry, because it is a result. */
export const controlOperators: Readonly<Record<string, Entry>> = {
  reconcile: operator<CacheSnapshot<ConfigMap>>(
    reconcile(() => undefined),
    set,
    {
      by: callback(
        (source, by: Throwing) => source.pipe(reconcile<ConfigMap>(() => undefined, { by })),
        set,
      ),
      isFinal: callback(
        (source, isFinal) => source.pipe(reconcile<ConfigMap>(failing, { isFinal })),
        set,
      ),
      backOff: callback(
        (source, backOff) => source.pipe(reconcile<ConfigMap>(failing, { backOff })),
        set,
      ),
    },
  ),

  whileLeading: operator<Leadership>(
    whileLeading(() => concat(of('work'), NEVER)),
    leading,
    { work: callback<Leadership>((source, work) => source.pipe(whileLeading(work)), leading) },
  ),
};

/** `leaderElection` never passes on a failure, and the others make single requests or parts of objects. */
export const otherControlExports: readonly string[] = [
  'leaderElection',
  'ownerReference',
  'recordEvent',
  'setCondition',
  'withFinalizer',
  'withoutFinalizer',
  'writes',
];
