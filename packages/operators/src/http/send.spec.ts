import { runInNewContext } from 'node:vm';

import { ProtocolError, TransportError, listRequest } from '@rxkube/protocol';
import { NEVER, catchError, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { reset, response, things } from '../../../../test/laws/kube.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type ApiResponse, type Transport } from '../transport.js';
import { send } from './send.js';
import { validatedBody } from './validated-response.js';

const request = listRequest({ resource: things }, { at: 'latest', limit: 500 });

describe('send', () => {
  it(
    'sends a request on each subscription',
    marbles((m) => {
      const answer = m.cold('-r', { r: response(NEVER) });
      const asked: unknown[] = [];
      const sent = send((what) => {
        asked.push(what);

        return answer;
      }, request);

      expect(asked).toEqual([]);

      m.expect(sent, '^--!').toBeObservable('-r', { r: response(NEVER) });
      m.expect(sent, '-^--!').toBeObservable('--r', { r: response(NEVER) });
      m.expect(answer).toHaveSubscriptions(['^--!', '-^--!']);
      m.flush();

      expect(asked).toEqual([request, request]);
    }),
  );

  it(
    'passes on a typed failure as it is',
    marbles((m) => {
      const error = reset();
      m.expect(send(() => throwError(() => error), request)).toBeObservable('#', {}, error);
    }),
  );

  it(
    'types every other failure of the transport',
    marbles((m) => {
      const cause = new TypeError('fetch failed');
      m.expect(send(() => throwError(() => cause), request)).toBeObservable(
        '#',
        {},
        new TransportError({
          phase: 'request',
          request: 'GET /api/v1/things',
          problem: 'fetch failed',
          cause,
        }),
      );
      m.expect(send(() => m.cold('#', {}, 'no'), request)).toBeObservable(
        '#',
        {},
        new TransportError({
          phase: 'request',
          request: 'GET /api/v1/things',
          problem: 'no',
          cause: 'no',
        }),
      );
    }),
  );

  it(
    'errors where the transport ends without a response',
    marbles((m) => {
      m.expect(send(() => m.cold('--|'), request)).toBeObservable(
        '--#',
        {},
        new TransportError({
          phase: 'headers',
          request: 'GET /api/v1/things',
          problem: 'the transport completed without a response',
        }),
      );
    }),
  );

  it(
    'takes a transport that throws for a mistake in the program',
    marbles((m) => {
      const cause = new TypeError('x is not a function');
      const throwing: Transport = () => {
        throw cause;
      };
      m.expect(send(throwing, request)).toBeObservable(
        '#',
        {},
        new ProtocolError({
          rule: 'invalidArgument',
          field: 'transport',
          problem:
            'it threw TypeError: x is not a function; a transport returns an Observable and gives its failures through it',
          cause,
        }),
      );
    }),
  );

  it(
    'takes a transport that returns no Observable for a mistake in the program',
    marbles((m) => {
      const broken = (() => undefined) as unknown as Transport;
      m.expect(send(broken, request)).toBeObservable(
        '#',
        {},
        new ProtocolError({
          rule: 'invalidArgument',
          field: 'transport',
          problem: 'it returned undefined; a transport returns an Observable of its response',
        }),
      );
    }),
  );

  it(
    'passes on a typed failure that is thrown',
    marbles((m) => {
      const error = reset();
      const throwing: Transport = () => {
        throw error;
      };
      m.expect(send(throwing, request)).toBeObservable('#', {}, error);
    }),
  );

  it.each<{ field: string; answer: unknown; got: string }>([
    { field: 'status', answer: undefined, got: 'undefined' },
    { field: 'status', answer: { status: '200' }, got: 'string' },
    { field: 'headers', answer: { status: 200, headers: { a: 'b' }, body: NEVER }, got: 'object' },
    { field: 'body', answer: { status: 200, headers: new Map() }, got: 'undefined' },
    { field: 'body', answer: { status: 200, headers: new Map(), body: null }, got: 'null' },
  ])('F20 refuses a response whose $field is wrong: $got', ({ field, answer, got }) => {
    marbles((m) => {
      m.expect(
        send(() => of(answer as ApiResponse), request).pipe(
          catchError((error: unknown) => of(error)),
        ),
      ).toBeObservable('(e|)', {
        e: expect.objectContaining({
          rule: 'invalidArgument',
          field: 'transport',
          message: expect.stringMatching(new RegExp(`${field} of its response .*${got}`, 'u')),
        }),
      });
    })();
  });

  it('F20 refuses chunks that are not bytes, and takes those of another realm', () => {
    const seen: unknown[] = [];
    const foreign = runInNewContext('new Uint8Array([7])') as Uint8Array;
    for (const chunk of [foreign, Buffer.from([7]), 'text', undefined]) {
      of(chunk as Uint8Array)
        .pipe(validatedBody(request))
        .subscribe({ next: () => seen.push('taken'), error: (error: unknown) => seen.push(error) });
    }

    const refusal: unknown = expect.objectContaining({ rule: 'invalidArgument' });
    expect(seen).toEqual(['taken', 'taken', refusal, refusal]);
  });
});
