import { resource } from '@rxkube/protocol';
import { NEVER, concat, ignoreElements, of, timer } from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import {
  type Scripted,
  frames,
  list,
  refuse,
  reply,
  scripted,
  steady,
  stream,
  tellEvent,
  things,
  told,
} from '../../../../test/laws/kube.js';
import { asked } from '../../../../test/laws/listing.js';
import { jumping } from '../../../../test/support/jumping.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type StreamOrPagesOptions, streamOrPages } from './stream-or-pages.js';

const HOUR = 3_600_000;
const others = resource({
  group: '',
  version: 'v1',
  plural: 'others',
  kind: 'Other',
  namespaced: true,
});

function run(
  m: Context,
  { transport }: Pick<Scripted, 'transport'>,
  options: Partial<StreamOrPagesOptions> = {},
  of: typeof others = things,
): string[] {
  return told(
    m,
    streamOrPages(transport, { resource: of }, { strategy: 'stream', backOff: steady, ...options }),
    tellEvent,
    20_000,
  );
}

const pages = reply(list('10', ['a@u1/7']));
const PAGES = 'LIST limit=500';

describe('streamOrPages', () => {
  it(
    'lists in pages if a stream is refused, without an event about the refusal',
    marbles((m) => {
      const script = scripted(refuse(422, 'Invalid'), pages);

      expect(run(m, script)).toEqual(['0 s', '0 s', '0 L a/7', '0 c 10', '0 |']);
    }),
  );

  it(
    'reports how long the pages wait for the retry budget',
    marbles((m) => {
      const script = scripted(refuse(422, 'Invalid'), pages);
      const budget = { first: 2, window: 700 };
      const backOff = Object.assign((failures: number) => steady(failures), { budget });

      expect(run(m, script, { backOff })).toEqual([
        '0 s',
        '0 i 422, 700 ms',
        '700 s',
        '700 L a/7',
        '700 c 10',
        '700 |',
      ]);
    }),
  );

  it(
    'remembers it for every subscriber of the transport, for an hour',
    marbles((m) => {
      const script = scripted(refuse(422, 'Invalid'), pages, pages, refuse(422, 'Invalid'), pages);
      run(m, script);
      run(m, script);
      timer(HOUR).subscribe();
      m.flush();
      run(m, script);

      expect(asked(script)).toEqual(['WATCH', PAGES, PAGES, 'WATCH', PAGES]);
    }),
  );

  it(
    'asks for other resources all the same',
    marbles((m) => {
      const script = scripted(refuse(422, 'Invalid'), pages, refuse(422, 'Invalid'), pages);
      run(m, script);
      run(m, script, {}, others);

      expect(asked(script)).toEqual(['WATCH', PAGES, 'WATCH', PAGES]);
    }),
  );

  it(
    'asks other servers all the same',
    marbles((m) => {
      const scripts = [0, 1].map(() => scripted(refuse(422, 'Invalid'), pages));
      for (const script of scripts) run(m, script);

      expect(scripts.map(asked)).toEqual([
        ['WATCH', PAGES],
        ['WATCH', PAGES],
      ]);
    }),
  );

  it.each([
    ['no response', NEVER, {}],
    ['a missing permission', refuse(403, 'Forbidden'), { strategy: 'auto' }],
  ] as const)('does not take %s for a fact about the server', (_name, answer, options) => {
    marbles((m) => {
      const script = scripted(answer, pages, answer, pages);
      run(m, script, options);
      run(m, script, options);

      expect(asked(script)).toEqual(['WATCH', PAGES, 'WATCH', PAGES]);
    })();
  });

  it(
    'does not take the sleep of its machine for a fact about the server',
    marbles((m) => {
      const begun = stream(concat(of(frames('+a@u1/7')), NEVER));
      const whole = stream(concat(of(frames('+a@u1/7', 'BMend/10')), NEVER));
      // The stream behind it may still end early once, as that of any server.
      const script = scripted(begun, stream(timer(1_000).pipe(ignoreElements())), whole);

      expect(run(m, script, { scheduler: jumping([3_000, HOUR / 2]) })).toEqual([
        '0 s',
        '0 L a/7',
        '5000 i noEndMark, 100 ms',
        '5100 s',
        '6100 i noEndMark, 200 ms',
        '6300 s',
        '6300 L a/7',
        '6300 c 10',
        '6300 w',
      ]);
      expect(asked(script)).toEqual(['WATCH', 'WATCH', 'WATCH']);
    }),
  );

  it(
    'asks a policy once about a failure, and falls back where it says so',
    marbles((m) => {
      const script = scripted(refuse(503), pages);
      const moves: string[] = [];
      const log = run(m, script, {
        onFault: (_error, next) => {
          moves.push(next);

          return 'fallBack';
        },
      });

      expect(log.at(-1)).toBe('0 |');
      expect(moves).toEqual(['again']);
    }),
  );

  it(
    'errors where a policy says that a refusal is final',
    marbles((m) => {
      const script = scripted(refuse(422, 'Invalid'), pages);

      expect(run(m, script, { onFault: () => 'final' })).toEqual(['0 s', '0 # 422']);
    }),
  );
});
