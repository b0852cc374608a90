import { type DecodeError, StatusError } from '@rxkube/protocol';
import { type Observable, EMPTY, NEVER, concat, delay, from, of, take, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import {
  TOO_LARGE,
  always,
  bytes,
  list,
  refuse,
  reply,
  reset,
  response,
  scripted,
  statusFailure,
  steady,
  stream,
  tellEvent,
  thing,
  things,
  told,
  version,
} from '../../../../test/laws/kube.js';
import { asked, listingWith } from '../../../../test/laws/listing.js';
import { diagramOf } from '../../../../test/support/diagram.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { exponential } from '../recovery/back-off.js';
import { type ApiResponse, type Transport } from '../transport.js';
import { type ListPagesOptions, listPages } from './list-pages.js';

const run = listingWith<ListPagesOptions>(listPages, 600_000);

function token(name: string): { readonly continue: string } {
  return { continue: name };
}

const FIRST = 'LIST limit=500';
const NOT_OLDER = 'LIST limit=500 resourceVersion=5 resourceVersionMatch=NotOlderThan';
const done = (): Observable<ApiResponse> => reply(list('10', ['a@u1/7']));
const page1 = (next = 'T1', at = '100'): Observable<ApiResponse> =>
  reply(list(at, ['a@u1/1', 'b@u2/2'], token(next)));
const gone = (): Observable<ApiResponse> =>
  refuse(410, 'Expired', { metadata: { continue: 'T2' } });

describe('listPages', () => {
  it(
    'lists in pages, and repeats a page that fails',
    marbles((m) => {
      const rows = diagramOf(import.meta.url, './list-pages.ts', [
        'page 1',
        'page 2',
        'again',
        'result',
      ]);
      const letters = {
        p: response(of(bytes(JSON.stringify(list('10', ['a@u1/1'], token('T1')))))),
        q: response(of(bytes(JSON.stringify(list('10', ['b@u2/2']))))),
      };
      const failure = statusFailure(503);
      const pages = [rows['page 1'], rows['page 2'], rows.again];
      const script = scripted(...pages.map((row) => m.cold(row, letters, failure)));
      m.expect(
        listPages(script.transport, { resource: things }, { backOff: () => 3 }),
      ).toBeObservable(rows.result, {
        s: { _tag: 'ListStarted' },
        P: { _tag: 'Listed', objects: [thing('a@u1/1')] },
        Q: { _tag: 'Listed', objects: [thing('b@u2/2')] },
        c: { _tag: 'ListCompleted', resourceVersion: version(10) },
        i: { _tag: 'Interrupted', error: failure, retryInMs: 3 },
      });
      m.flush();

      expect(script.requests).toEqual([
        `0 ${FIRST}`,
        '1 LIST limit=500 continue=T1',
        '5 LIST limit=500 continue=T1',
      ]);
    }),
  );

  it(
    'lists in one page, and is done',
    marbles((m) => {
      const script = scripted(reply(list('10', ['a@u1/7', 'b@u2/9']), { after: 5 }));

      expect(run(m, script)).toEqual(['0 s', '5 L a/7 b/9', '5 c 10', '5 |']);
      expect(script.requests).toEqual([`0 ${FIRST}`]);
    }),
  );

  it(
    'closes the connection behind the last byte',
    marbles((m) => {
      // prettier-ignore
      {
        const text     = JSON.stringify(list('10', []));
        const body     = m.cold('  -a-b|', { a: bytes(text.slice(0, 9)), b: bytes(text.slice(9)) });
        const outer    = m.cold('-r-----', { r: response(body) });
        const sub      =        '^----!';
        const bodySub  =        '-^---!';
        const expected =        's----(Lc|)';
        m.expect(listPages(() => outer, { resource: things })).toBeObservable(expected, {
          s: { _tag: 'ListStarted' },
          L: { _tag: 'Listed', objects: [] },
          c: { _tag: 'ListCompleted', resourceVersion: version(10) },
        });
        m.expect(outer).toHaveSubscriptions(sub);
        m.expect(body).toHaveSubscriptions(bodySub);
      }
    }),
  );

  it(
    'follows the tokens, whatever the counts say, and keeps the version of the first page',
    marbles((m) => {
      const script = scripted(
        reply(list('100', ['a@u1/1'], { continue: 'T1', remainingItemCount: 0 })),
        reply(list('130', ['b@u2/2'], { continue: 'T2', remainingItemCount: null })),
        reply(list('140', ['c@u3/3'], { remainingItemCount: 7 })),
      );
      const log = run(m, script, { pageSize: 1 });

      expect(asked(script)).toEqual([
        'LIST limit=1',
        'LIST limit=1 continue=T1',
        'LIST limit=1 continue=T2',
      ]);
      expect(log.slice(-2).map((line) => line.replace(/^\d+ /u, ''))).toEqual(['c 100', '|']);
    }),
  );

  it(
    'goes on behind an empty page with a token',
    marbles((m) => {
      const script = scripted(
        page1(),
        reply(list('100', [], token('T2'))),
        reply(list('100', ['c@u3/3'], token('T3'))),
        reply(list('101', [])),
      );
      const log = run(m, script);

      expect(log.map((line) => line.replace(/^\d+ /u, ''))).toEqual([
        's',
        'L a/1 b/2',
        'L',
        'L c/3',
        'L',
        'c 100',
        '|',
      ]);
      expect(asked(script)).toEqual([
        FIRST,
        'LIST limit=500 continue=T1',
        'LIST limit=500 continue=T2',
        'LIST limit=500 continue=T3',
      ]);
    }),
  );

  it('tells how many objects follow, where the server does', () => {
    const remaining: unknown[] = [];
    listPages(() => reply(list('10', [], { remainingItemCount: 3 })), {
      resource: things,
    }).subscribe((event) => {
      if (event._tag === 'Listed') remaining.push(event);
    });

    expect(remaining).toEqual([{ _tag: 'Listed', objects: [], remaining: 3 }]);
  });

  it.each<{ options: ListPagesOptions; first: string }>([
    { options: {}, first: FIRST },
    { options: { pageSize: 10 }, first: 'LIST limit=10' },
    { options: { pageSize: 0 }, first: 'LIST' },
    { options: { consistency: 'latest' }, first: FIRST },
    { options: { consistency: 'cached' }, first: 'LIST limit=500 resourceVersion=0' },
    { options: { notOlderThan: version(5) }, first: NOT_OLDER },
    { options: { notOlderThan: version(5), consistency: 'cached' }, first: NOT_OLDER },
    {
      options: { notOlderThan: version(5), pageSize: 0 },
      first: 'LIST resourceVersion=5 resourceVersionMatch=NotOlderThan',
    },
  ])('asks for $first with $options', ({ options, first }) => {
    marbles((m) => {
      const script = scripted(page1(), done());
      run(m, script, options);

      expect(asked(script)).toEqual([
        first,
        `LIST ${options.pageSize === 0 ? '' : `limit=${String(options.pageSize ?? 500)} `}continue=T1`,
      ]);
    })();
  });

  it.each([-1, 1.5, Number.NaN])(
    'refuses a page size of %d, and does not ask again',
    (pageSize) => {
      marbles((m) => {
        const script = scripted();

        expect(run(m, script, { pageSize })).toEqual(['0 # invalidArgument']);
        expect(script.requests).toEqual([]);
      })();
    },
  );

  it(
    'starts over once with pages, and then in one piece at the version it had, where the token expires',
    marbles((m) => {
      const script = scripted(
        page1('T1', '100'),
        gone(),
        page1('T3', '130'),
        gone(),
        reply(list('140', ['c@u3/3'])),
      );
      const log = run(m, script);

      expect(asked(script)).toEqual([
        FIRST,
        'LIST limit=500 continue=T1',
        FIRST,
        'LIST limit=500 continue=T3',
        'LIST resourceVersion=130 resourceVersionMatch=NotOlderThan',
      ]);
      expect(log.map((line) => line.replace(/^\d+ /u, ''))).toEqual([
        's',
        'L a/1 b/2',
        'i 410, 0 ms',
        's',
        'L a/1 b/2',
        'i 410, 0 ms',
        's',
        'L c/3',
        'c 140',
        '|',
      ]);
    }),
  );

  it(
    'waits from the third time on, and then asks with pages and without a version',
    marbles((m) => {
      const script = always((nth) => (nth % 2 === 0 ? page1() : gone()));
      run(m, script, {}, 2_000);

      expect(script.requests.map((line) => line.replace(/^\d+ /u, '')).slice(4, 8)).toEqual([
        'LIST resourceVersion=100 resourceVersionMatch=NotOlderThan',
        'LIST limit=500 continue=T1',
        FIRST,
        'LIST limit=500 continue=T1',
      ]);
      expect(script.requests.length).toBeLessThan(20);
    }),
  );

  it(
    'takes 400 with a token for a token that is not understood: once from the start, then it is final',
    marbles((m) => {
      const script = scripted(page1(), refuse(400), page1(), refuse(400));

      expect(run(m, script).map((line) => line.replace(/^\d+ /u, ''))).toEqual([
        's',
        'L a/1 b/2',
        'i 400, 100 ms',
        's',
        'L a/1 b/2',
        '# 400',
      ]);
    }),
  );

  it.each([
    { what: 'a failing server', answer: refuse(503) },
    { what: 'a cut', answer: throwError(() => reset()) },
    { what: 'a throttling server', answer: refuse(429) },
    { what: 'a body that was cut', answer: reply('{"items":[') },
  ])('asks for the same page again after $what', ({ answer }) => {
    marbles((m) => {
      const script = scripted(page1(), answer, answer, reply(list('100', ['c@u3/3'])));
      const log = run(m, script);

      expect(asked(script)).toEqual([
        FIRST,
        ...Array.from({ length: 3 }, () => 'LIST limit=500 continue=T1'),
      ]);
      expect(log.filter((line) => line.endsWith(' s'))).toHaveLength(1);
      expect(
        log.filter((line) => line.includes(' i ')).map((line) => line.replace(/.*, /u, '')),
      ).toEqual(['100 ms', '200 ms']);
      expect(log.slice(-2).map((line) => line.replace(/^\d+ /u, ''))).toEqual(['c 100', '|']);
    })();
  });

  it.each([
    { what: 'a failing server', answer: refuse(500), told: '500' },
    { what: 'a missing permission', answer: refuse(403), told: '403' },
    { what: 'a missing resource', answer: refuse(404), told: '404' },
    { what: 'an expired credential', answer: refuse(401), told: '401' },
    {
      what: 'HTML',
      answer: reply('<html>', { headers: { 'content-type': 'text/html' } }),
      told: 'contentType',
    },
    { what: 'a redirect', answer: reply('', { code: 302 }), told: 'redirect' },
    { what: 'an empty 200', answer: reply(''), told: 'notAList' },
    { what: 'no list', answer: reply(thing('a@u1/7')), told: 'notAList' },
    { what: 'no items', answer: reply({ metadata: { resourceVersion: '1' } }), told: 'notAList' },
    {
      what: 'a list without a version (B93)',
      answer: reply(list(undefined, [])),
      told: 'listWithoutVersion',
    },
    { what: 'JSON that was cut', answer: reply('{"meta'), told: 'DecodeError json' },
    {
      what: 'an object that is none',
      answer: reply({ metadata: { resourceVersion: '1' }, items: [7] }),
      told: 'DecodeError object',
    },
    {
      what: 'a refused connection',
      answer: throwError(() => reset()),
      told: 'TransportError body',
    },
  ])('starts the first page over after $what', ({ answer, told: name }) => {
    marbles((m) => {
      const script = scripted(answer, done());
      const log = run(m, script).map((line) => line.replace(/^\d+ /u, ''));

      expect(log).toEqual(['s', expect.stringContaining(`i ${name}, `), 's', 'L a/7', 'c 10', '|']);
      expect(asked(script)).toEqual([FIRST, FIRST]);
    })();
  });

  it.each([400, 405, 406, 415, 422])('gives up after %i', (code) => {
    marbles((m) => {
      const script = scripted(refuse(code));

      expect(run(m, script)).toEqual(['0 s', `0 # ${String(code)}`]);
    })();
  });

  it.each([
    { what: 'has expired', answer: refuse(410, 'Expired') },
    { what: 'is too large', answer: refuse(504, 'Timeout', TOO_LARGE) },
  ])('asks without a version where the one it must reach $what', ({ answer }) => {
    marbles((m) => {
      const script = scripted(
        answer,
        throwError(() => reset()),
        done(),
      );
      const log = run(m, script, { notOlderThan: version(5) });

      expect(asked(script)).toEqual([NOT_OLDER, FIRST, FIRST]);
      expect(log[1]).toMatch(/^0 i 4?.*, 0 ms$/u);
    })();
  });

  it(
    'does not take a plain 504 for that',
    marbles((m) => {
      const script = scripted(
        reply('<html>', { code: 504, headers: { 'content-type': 'text/html' } }),
        done(),
      );
      run(m, script, { notOlderThan: version(5) });

      expect(asked(script)).toEqual([NOT_OLDER, NOT_OLDER]);
    }),
  );

  it(
    'does not follow a token in a circle, and gets slower where it is given one again and again',
    marbles((m) => {
      const script = always(() => page1());
      const log = run(m, script, {}, 1_000).filter((line) => line.includes(' i '));

      expect(log.map((line) => line.replace(/^\d+ /u, ''))).toEqual([
        'i repeatedContinue, 100 ms',
        'i repeatedContinue, 200 ms',
        'i repeatedContinue, 300 ms',
        'i repeatedContinue, 400 ms',
      ]);
    }),
  );

  it(
    'F7 waits before each page behind the tenth empty one in a row, and an item ends that',
    marbles((m) => {
      const script = always((nth) =>
        nth < 25
          ? reply(list('10', nth === 12 ? ['a@u1/7'] : [], token(`T${String(nth)}`)))
          : done(),
      );
      const log = run(m, script).filter((line) => !line.endsWith(' L'));

      expect(log).toEqual([
        '0 s',
        '0 i endlessList, 100 ms',
        '100 i endlessList, 200 ms',
        '300 i endlessList, 300 ms',
        '600 L a/7',
        '600 i endlessList, 100 ms',
        '700 i endlessList, 200 ms',
        '900 i endlessList, 300 ms',
        '1200 L a/7',
        '1200 c 10',
        '1200 |',
      ]);
      expect(script.requests).toHaveLength(26);
    }),
  );

  it(
    'F7 keeps an endless list inside 40 requests in ten minutes',
    marbles((m) => {
      const script = always((nth) => reply(list('10', [], token(`T${String(nth)}`))));
      run(m, script, { backOff: exponential({ random: () => 0 }) });

      expect(script.requests.length).toBeLessThan(40);
    }),
  );

  it.each([
    { field: 'maxListItems', limit: 3, told: 'i listTooLarge' },
    { field: 'maxListItems', limit: 4, told: 'c 100' },
    { field: 'maxListBytes', limit: 300, told: 'i listTooLarge' },
    { field: 'maxListBytes', limit: 3_000, told: 'c 100' },
  ])('F8 compares the pages of one list with $field: $limit', ({ field, limit, told: end }) => {
    marbles((m) => {
      const script = scripted(
        page1(),
        throwError(() => reset()),
        reply(list('100', ['c@u3/3', 'd@u4/4'])),
        NEVER,
      );
      const log = run(m, script, { [field]: limit }, 300);

      expect(log.find((line) => / c \d|listTooLarge/u.test(line))).toContain(end);
    })();
  });

  it.each(['maxListItems', 'maxListBytes'])('F8 refuses %s = 0 before it asks', (field) => {
    marbles((m) => {
      const script = scripted(done());

      expect(run(m, script, { [field]: 0 })).toEqual(['0 # invalidArgument']);
      expect(script.requests).toEqual([]);
    })();
  });

  it(
    'F8 names the option in the error of a list that is too large',
    marbles((m) => {
      const errors: unknown[] = [];
      run(m, scripted(page1()), {
        maxListItems: 1,
        onFault: (error) => {
          errors.push(error);

          return 'final';
        },
      });

      expect(errors).toMatchObject([
        { rule: 'listTooLarge', field: 'maxListItems', request: 'GET /api/v1/things' },
      ]);
    }),
  );

  it(
    'waits at least as long as the server asks',
    marbles((m) => {
      const script = scripted(
        reply('', { code: 429, headers: { 'retry-after': '7' } }),
        refuse(503, '', { details: { retryAfterSeconds: 3 } }),
        reply('', { code: 429, headers: { 'retry-after': '86400' } }),
        done(),
      );
      run(m, script);

      expect(script.requests.map((line) => line.split(' ')[0])).toEqual([
        '0',
        '7000',
        '10000',
        '130000',
      ]);
    }),
  );

  it(
    'gives up on a missing response, and on a body that stalls',
    marbles((m) => {
      const script = scripted(NEVER, stream(concat(of(bytes('{"items":')), NEVER)), done());

      expect(run(m, script)).toEqual([
        '0 s',
        '70000 i TransportError headers, 100 ms',
        '70100 s',
        '100100 i TransportError body, 200 ms',
        '100300 s',
        '100300 L a/7',
        '100300 c 10',
        '100300 |',
      ]);
    }),
  );

  it(
    'waits for them as long as its options say',
    marbles((m) => {
      const script = scripted(NEVER, stream(NEVER), done());

      expect(run(m, script, { responseWithin: 10, stallWithin: 20 }).slice(0, 4)).toEqual([
        '0 s',
        '10 i TransportError headers, 100 ms',
        '110 s',
        '130 i TransportError body, 200 ms',
      ]);
    }),
  );

  it(
    'leaves the wait for the response to a transport that bounds it',
    marbles((m) => {
      const transport: Transport = Object.assign(() => done().pipe(delay(100_000)), {
        boundsResponses: true,
      });

      expect(run(m, { transport }).at(-1)).toBe('100000 |');
    }),
  );

  it(
    'recognises a slow refusal, however short the limit on a body',
    marbles((m) => {
      const slow = concat(of(response(NEVER, 403)), NEVER);

      expect(run(m, scripted(slow, done()), { stallWithin: 10 })[1]).toMatch(/^10 i 403/u);
    }),
  );

  it(
    'starts over where the tokens go round in a circle',
    marbles((m) => {
      const script = scripted(page1('T1'), page1('T2'), page1('T1'), done());

      expect(run(m, script).at(-1)).toMatch(/ \|$/u);
      expect(asked(script)).toEqual([
        FIRST,
        'LIST limit=500 continue=T1',
        'LIST limit=500 continue=T2',
        FIRST,
      ]);
    }),
  );

  it(
    'starts over once behind a token that is refused, even where one has expired before',
    marbles((m) => {
      const script = scripted(page1(), gone(), page1(), refuse(400), page1(), refuse(400));

      expect(run(m, script).at(-1)).toMatch(/# 400$/u);
      expect(asked(script)).toHaveLength(6);
    }),
  );

  it(
    'fails where onInvalid does not say what to do',
    marbles((m) => {
      const script = scripted(reply({ metadata: { resourceVersion: '10' }, items: [7] }));
      const log = run(m, script, { onInvalid: (() => undefined) as unknown as OnInvalid }, 50);

      expect(log).toEqual(['0 s', '0 i DecodeError object, 100 ms']);
    }),
  );

  it.each([
    { what: 'the body of a 200', code: 200, times: 1 },
    // The transport sees it itself, and has sent the list again by then.
    { what: 'a status', code: 401, times: 0 },
  ])('tells the transport of a 401 that is $what: $times times', ({ code, times }) => {
    marbles((m) => {
      const script = scripted(
        reply({ kind: 'Status', status: 'Failure', code: 401 }, { code }),
        done(),
      );
      const told: unknown[] = [];
      const transport = Object.assign(script.transport, {
        refused: (request: unknown) => told.push(request),
      });

      expect(run(m, { transport })).toContain('0 i 401, 100 ms');
      expect(told).toHaveLength(times);
      expect(told).toEqual(
        Array.from({ length: times }, () => expect.objectContaining({ query: { limit: '500' } })),
      );
    })();
  });

  it(
    'asks for a transport where there is none',
    marbles((m) => {
      const none = { transport: undefined as unknown as Transport };

      expect(run(m, none)).toEqual(['0 # invalidArgument']);
    }),
  );

  it.each(['responseWithin', 'stallWithin'])('refuses %s = -1 before it asks', (field) => {
    marbles((m) => {
      const script = scripted(done());

      expect(run(m, script, { [field]: -1 })).toEqual(['0 # invalidArgument']);
      expect(script.requests).toEqual([]);
    })();
  });

  it(
    'skips what does not decode where that is wanted',
    marbles((m) => {
      const errors: DecodeError[] = [];
      const script = scripted(
        reply({ metadata: { resourceVersion: '10' }, items: [{ metadata: { name: 'a' } }, 7] }),
      );
      const log = run(m, script, {
        onInvalid: (error) => {
          errors.push(error);

          return 'skip';
        },
      });

      expect(log).toEqual(['0 s', '0 L a/?', '0 c 10', '0 |']);
      expect(errors).toHaveLength(1);
    }),
  );

  it(
    'does what onFault says, and asks it once for each failure',
    marbles((m) => {
      const asking: string[] = [];
      const script = scripted(refuse(400), page1(), gone(), refuse(503), done());
      const log = run(m, script, {
        onFault: (error, next) => {
          asking.push(`${String(error instanceof StatusError && error.code)} ${next}`);

          return error instanceof StatusError && error.code === 503 ? 'final' : 'again';
        },
      });

      expect(asking).toEqual(['400 final', '410 again', '503 again']);
      expect(log.at(-1)).toMatch(/# 503$/u);
    }),
  );

  it.each(['onFault', 'backOff', 'onInvalid'])(
    'errors with an exception of %s as it is',
    (callback) => {
      marbles((m) => {
        const throwing = (): never => {
          throw new TypeError('user');
        };
        const script = scripted(reply({ metadata: { resourceVersion: '10' }, items: [7] }));

        expect(run(m, script, { [callback]: throwing })).toEqual(['0 s', '0 # TypeError: user']);
        expect(script.requests).toHaveLength(1);
      })();
    },
  );

  it(
    'lists thousands of pages that come at once',
    marbles((m) => {
      const script = always((nth) =>
        reply(list('10', [`a@u1/${String(nth + 1)}`], nth < 5_000 ? token(`T${String(nth)}`) : {})),
      );
      const log = run(m, script);

      expect(script.requests).toHaveLength(5_001);
      expect(log.slice(-2)).toEqual(['0 c 10', '0 |']);
    }),
  );

  it(
    'asks for nothing before it is subscribed, and each subscriber has its own list',
    marbles((m) => {
      const script = always(done);
      const listing = listPages(script.transport, { resource: things });

      expect(script.requests).toEqual([]);

      const first = told(m, listing, tellEvent, 10);
      const second = told(m, listing, tellEvent, 10);

      expect(first.map((line) => line.replace(/^\d+ /u, ''))).toEqual(['s', 'L a/7', 'c 10', '|']);
      expect(second.map((line) => line.replace(/^\d+ /u, ''))).toEqual(['s', 'L a/7', 'c 10', '|']);
      expect(asked(script)).toEqual([FIRST, FIRST]);
    }),
  );

  it('sends nothing if you unsubscribe at its first event', () => {
    const script = always(done);
    listPages(script.transport, { resource: things }).pipe(take(1)).subscribe();

    expect(script.requests).toEqual([]);
  });

  it(
    'leaves nothing behind when it is unsubscribed, in whatever phase it is',
    marbles((m) => {
      const text = bytes(JSON.stringify(list('10', [], token('T1'))));
      for (const unsub of ['^!', '^--!', '^---!', '^-----!', '^------!']) {
        const body = m.cold('-x|', { x: text });
        const outer = m.cold('-r', { r: response(body) });
        const failing = m.cold('-#', {}, reset());
        const script = scripted(outer, failing);
        m.expect(
          listPages(script.transport, { resource: things }, { backOff: steady }).pipe(take(9)),
          unsub,
        ).toBeObservable('s--Li-'.slice(0, unsub.length - 1), {
          s: { _tag: 'ListStarted' },
          L: { _tag: 'Listed', objects: [] },
          i: { _tag: 'Interrupted', error: reset(), retryInMs: 100 },
        });
      }
      m.flush();

      expect(m.scheduler.actions).toEqual([]);
    }),
  );

  it(
    'is a failure where the transport is silent about it',
    marbles((m) => {
      const script = scripted(EMPTY, from([]), done());

      expect(run(m, script).filter((line) => line.includes(' i '))).toEqual([
        '0 i TransportError headers, 100 ms',
        '100 i TransportError headers, 200 ms',
      ]);
    }),
  );
});
