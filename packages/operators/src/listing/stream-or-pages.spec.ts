import { resource } from '@rxkube/protocol';
import { NEVER, timer } from 'rxjs';
import { type Context } from 'rxjs-marbles';
import { describe, expect, it } from 'vitest';

import {
  type Scripted,
  list,
  refuse,
  reply,
  scripted,
  steady,
  tellEvent,
  things,
  told,
} from '../../../../test/laws/kube.js';
import { asked } from '../../../../test/laws/listing.js';
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
    'lists in pages where a stream is refused, and tells nothing of it',
    marbles((m) => {
      const script = scripted(refuse(422, 'Invalid'), pages);

      expect(run(m, script)).toEqual(['0 s', '0 s', '0 L a/7', '0 c 10', '0 |']);
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
    ['no answer', NEVER, {}],
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
