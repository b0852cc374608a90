import { type KubeError } from '@rxkube/protocol';
import { NEVER, concat, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import {
  type Thing,
  expired,
  frames,
  refuse,
  reset,
  scripted,
  statusFailure,
  stream,
  tellEvent,
  things,
  told,
  version,
} from '../../../../test/laws/kube.js';
import { marbles } from '../../../../test/support/marbles.js';
import { streamList } from '../listing/stream-list.js';
import { type SyncEvent } from '../sync-event.js';
import { resumeFrom } from '../watching/resume-from.js';
import { type Move } from './next-move.js';
import { type Pace } from './pace.js';
import { relistOn410 } from './relist-on-410.js';
import { withPace } from './with-pace.js';

const list: readonly SyncEvent<Thing>[] = [
  { _tag: 'ListStarted' },
  { _tag: 'ListCompleted', resourceVersion: version(10) },
];
const backOff = (failures: number): number => failures * 100;

describe('withPace', () => {
  it(
    'lets a relist go on from the delay that the watch has reached',
    marbles((m) => {
      const failures = [reset(), reset(), expired(), reset(), expired()];
      const pipe = (pace: Pace) =>
        of(...list).pipe(
          resumeFrom<Thing>(
            () => (failures.length > 0 ? throwError(() => failures.shift()) : NEVER),
            {
              pace,
            },
          ),
          relistOn410({ pace }),
        );

      expect(
        told(m, withPace({ backOff }, pipe), tellEvent, 10_000).filter((line) =>
          line.includes('i '),
        ),
      ).toEqual([
        '0 i TransportError body, 100 ms',
        '100 i TransportError body, 200 ms',
        '300 i 410, 0 ms',
        '300 i TransportError body, 300 ms',
        '600 i 410, 400 ms',
      ]);
    }),
  );

  it('makes a pace for each subscription, and none before', () => {
    const paces: Pace[] = [];
    const paced = withPace({}, (pace) => {
      paces.push(pace);

      return of(1);
    });
    expect(paces).toHaveLength(0);
    paced.subscribe();
    paced.subscribe();

    expect(new Set(paces).size).toBe(2);
  });

  it(
    'judges an error once, although two operators see it',
    marbles((m) => {
      const judged: string[] = [];
      const onFault = (_error: KubeError, next: Move): Move => {
        judged.push(next);

        return next;
      };
      const log = told(
        m,
        withPace({ backOff }, (pace) => {
          const watches = [
            throwError(() => expired()),
            throwError(() => statusFailure(400)),
            NEVER,
          ];

          return of(...list).pipe(
            resumeFrom<Thing>(() => watches.shift() ?? NEVER, { pace, onFault }),
            relistOn410({ pace, onFault }),
          );
        }),
        tellEvent,
        10_000,
      );

      expect(log.at(-1)).toBe('0 # 400');
      expect(judged).toEqual(['relist', 'final']);
    }),
  );

  it(
    'lists again after a corrupt object if a streaming list has no pages to fall back to',
    marbles((m) => {
      const script = scripted(
        refuse(500, 'StorageReadError'),
        stream(concat(of(frames('+a@u1/7', 'BMend/10')), NEVER)),
      );
      const pipe = (pace: Pace) =>
        streamList(script.transport, { resource: things }, { pace }).pipe(relistOn410({ pace }));

      expect(told(m, withPace({ backOff }, pipe), tellEvent, 1_000)).toEqual([
        '0 s',
        '0 i 500, 0 ms',
        '0 s because 500',
        '0 L a/7',
        '0 c 10',
        '0 w',
      ]);
    }),
  );
});
