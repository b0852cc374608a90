import { map } from 'rxjs';
import { describe, it } from 'vitest';

import { diagramOf } from '../../../../test/support/diagram.js';
import { type Item, drawn, told } from '../../../../test/support/drawn-snapshots.js';
import { marbles } from '../../../../test/support/marbles.js';
import { indexObjects } from '../deriving/index-objects.js';
import { joinObjects } from './join-objects.js';

// The value of an item is its owner.
const deployments = drawn({ f: 'live d=-' });
const replicaSets = drawn({ f: 'live r=d', g: 'live r=d s=d' });
const pods = drawn({ f: 'live', g: 'live p=r', h: 'live p=r q=s', i: 'live q=s' });
const byOwner = indexObjects<Item, 'owner'>({ owner: ({ value }) => value });

describe('joinObjects', () => {
  it(
    'makes one row for each object, once for each burst',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './join-objects.ts', [
        'deployments',
        'replicaSets',
        'pods',
        'joinObjects',
      ]);
      // prettier-ignore
      {
        const source   = m.cold(rows.deployments, deployments);
        const middle   = m.cold(rows.replicaSets, replicaSets);
        const last     = m.cold(rows.pods, pods);
        const expected = rows.joinObjects;
        const joined = source.pipe(
          joinObjects(
            { sets: middle.pipe(byOwner), pods: last.pipe(byOwner) },
            ({ metadata }, parts) =>
              parts.sets
                .lookup('owner', metadata.name)
                .map((set) => `${set.metadata.name}${String(parts.pods.count('owner', set.metadata.name))}`)
                .join(' '),
          ),
          map(told),
        );
        m.expect(joined).toBeObservable(expected, {
          e: 'listing',
          F: 'live d=r0 (+d)',
          G: 'live d=r0 s1 (~d)',
        });
        m.expect(last).toHaveSubscriptions('^-------------!');
      }
    }),
  );

  it(
    'makes a row again when a partner comes or goes, and passes the error of a part on',
    marbles((m) => {
      const nodes = drawn({ f: 'live', g: 'live n=1', h: 'live' });
      const source = m.cold('f', drawn({ f: 'live p=n' }));
      const part = m.cold('f--g--h--#', nodes);
      const rows = source.pipe(
        joinObjects({ nodes: part }, ({ value }, parts) => parts.nodes.get(value)?.value ?? 'none'),
        map(told),
      );
      m.expect(rows).toBeObservable('F--G--H--#', {
        F: 'live p=none (+p)',
        G: 'live p=1 (~p)',
        H: 'live p=none (~p)',
      });
      m.expect(source).toHaveSubscriptions('^--------!');
    }),
  );
});
