import { StatusError, TransportError } from '@rxkube/protocol';
import { NEVER, type Observable, concat, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { typedFailures } from './typed-failures.js';

const request = { method: 'GET', path: '/api/v1/pods', query: {}, headers: {} } as const;

function failureOf(error: unknown): unknown {
  let failure: unknown;
  throwError(() => error)
    .pipe(typedFailures(request, 'body'))
    .subscribe({
      error: (thrown: unknown) => {
        failure = thrown;
      },
    });

  return failure;
}

describe('typedFailures', () => {
  it('passes on the bytes', () => {
    const seen: number[] = [];
    const body: Observable<Uint8Array> = concat(of(Uint8Array.of(1), Uint8Array.of(2)), NEVER);
    body.pipe(typedFailures(request, 'body')).subscribe((chunk) => seen.push(chunk[0] ?? 0));

    expect(seen).toEqual([1, 2]);
  });

  it.each([new Error('socket hang up'), 'socket hang up'])('types what is foreign: %s', (error) => {
    const failure = failureOf(error);

    expect(failure).toBeInstanceOf(TransportError);
    expect(failure).toMatchObject({
      phase: 'body',
      request: 'GET /api/v1/pods',
      problem: 'socket hang up',
      cause: error,
    });
  });

  it('leaves alone what is typed already', () => {
    const error = new StatusError({ code: 410, reason: 'Expired', serverMessage: '' });

    expect(failureOf(error)).toBe(error);
  });
});
