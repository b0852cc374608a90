import { TransportError } from '@rxkube/protocol';
import { snapshotWriter } from '@rxkube/snapshots';
import { describe, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { untilVersion } from './until-version.js';
import { whenLive } from './when-live.js';

const writer = snapshotWriter<string>();
const error = new TransportError({ phase: 'connect', problem: 'refused' });
const at = (resourceVersion: string) =>
  writer.commit({ resourceVersion: resourceVersion as never });
const snapshots = {
  e: writer.commit({ phase: 'listing' }),
  i: writer.commit({ phase: 'listing', error }),
  f: at('9'),
  g: at('12'),
  h: at('114'),
  n: writer.commit(),
};

describe('whenLive', () => {
  it(
    'waits for the first live snapshot',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './when-live.ts', ['source', 'whenLive()']);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const expected = rows['whenLive()'];
        m.expect(source.pipe(whenLive())).toBeObservable(expected, snapshots);
        m.expect(source).toHaveSubscriptions('^-----!');
      }
    }),
  );

  it(
    'fails with an error that ends the wait',
    marbles((m) => {
      m.expect(m.cold('e--i', snapshots).pipe(whenLive({ failOn: () => true }))).toBeObservable(
        '---#',
        undefined,
        error,
      );
    }),
  );
});

describe('untilVersion', () => {
  it(
    'waits for a snapshot that is at least as new',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './until-version.ts', [
        'source',
        "untilVersion('13')",
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.source, snapshots);
        const expected = rows["untilVersion('13')"];
        m.expect(source.pipe(untilVersion('13'))).toBeObservable(expected, snapshots);
        m.expect(source.pipe(untilVersion('12', { order: 'equality' }))).toBeObservable('------(g|)', snapshots);
      }
    }),
  );
});
