import { type KubeError } from '@rxkube/protocol';
import { NEVER, concat, identity, mergeMap, of, pipe, throwError, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import {
  type Scripted,
  type Thing,
  expired,
  frames,
  list,
  refuse,
  reply,
  reset,
  scripted,
  status,
  statusFailure,
  stream,
  tellEvent,
  things,
  told,
  version,
} from '../../../../test/laws/kube.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { chunkedJson } from '../decoding/chunked-json.js';
import { watchEvents } from '../decoding/watch-events.js';
import { listPages } from '../listing/list-pages.js';
import { streamList } from '../listing/stream-list.js';
import { type SyncEvent } from '../sync-event.js';
import { type Transport } from '../transport.js';
import { openWatch } from '../watching/open-watch.js';
import { resumeFrom } from '../watching/resume-from.js';
import { type Move } from './next-move.js';
import { type Pace, type PaceOptions, type PacedOptions } from './pace.js';
import { relistOn410 } from './relist-on-410.js';
import { withPace } from './with-pace.js';

const LISTED: readonly SyncEvent<Thing>[] = [
  { _tag: 'ListStarted' },
  { _tag: 'ListCompleted', resourceVersion: version(10) },
];
const decode = pipe(chunkedJson(), watchEvents<Thing>());

/** A list, three watches that fail, two lists that fail, and a list that works. Each takes a frame. */
function failingScript(): Scripted {
  const after = 1;
  const page = reply(list('10', []), { after });
  const cut = timer(after).pipe(mergeMap(() => throwError(() => reset())));
  const gone = reply(status(410, 'Expired'), { code: 410, after });
  const broken = reply(status(503), { code: 503, after });

  return scripted(page, cut, cut, gone, broken, broken, page);
}

/** Draws each request in the frame in which it is sent. */
function drawn({ requests }: Scripted): string {
  return requests.reduce((row, request) => {
    const [at = '', verb = ''] = request.split(' ');
    const frame = Number(at) - Number(requests[0]?.split(' ')[0]);

    return row.padEnd(frame, '-') + verb.charAt(0);
  }, '');
}

const backOff = (failures: number): number => failures * 100;

describe('withPace', () => {
  it(
    'lets a list go on from the delay that the watch has reached',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './with-pace.ts', ['alone', 'with pace']);
      const pipe = (transport: Transport, options: PaceOptions & PacedOptions) =>
        listPages(transport, { resource: things }, options).pipe(
          resumeFrom(
            (at) => openWatch(transport, { resource: things }, at, decode, options),
            options,
          ),
          relistOn410(options),
        );
      const alone = failingScript();
      const paced = failingScript();
      told(m, pipe(alone.transport, { backOff: identity }), tellEvent, 100);
      told(
        m,
        withPace({ backOff: identity }, (pace) => pipe(paced.transport, { pace })),
        tellEvent,
        100,
      );

      expect(drawn(alone)).toBe(rows.alone);
      expect(drawn(paced)).toBe(rows['with pace']);
    }),
  );

  it(
    'lets a relist go on from the delay that the watch has reached',
    marbles((m) => {
      const failures = [reset(), reset(), expired(), reset(), expired()];
      const pipe = (pace: Pace) =>
        of(...LISTED).pipe(
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

          return of(...LISTED).pipe(
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
