import { type Context } from 'rxjs-marbles';
import { of, throwError, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { marbles } from './marbles.js';

class CodedError extends Error {
  override readonly name = 'CodedError';

  constructor(
    readonly code: number,
    cause?: unknown,
  ) {
    super('no', { cause });
  }
}

describe('marbles', () => {
  it(
    'runs on virtual time',
    marbles((m) => {
      m.expect(timer(3_600_000)).toBeObservable('60m (a|)', { a: 0 });
    }),
  );

  it.each([410, 500])(
    'hands rows to the body: %i',
    marbles((m: Context, code: number) => {
      m.expect(throwError(() => new CodedError(code))).toBeObservable(
        '#',
        {},
        new CodedError(code),
      );
    }),
  );

  it('tells errors apart by a field', () => {
    expect(() => {
      marbles((m) => {
        m.expect(throwError(() => new CodedError(410))).toBeObservable(
          '#',
          {},
          new CodedError(500),
        );
      })();
    }).toThrow('to strictly equal');
  });

  it('tells errors apart by their cause', () => {
    expect(() => {
      marbles((m) => {
        const error = new CodedError(410, new CodedError(1));
        m.expect(throwError(() => error)).toBeObservable(
          '#',
          {},
          new CodedError(410, new CodedError(2)),
        );
      })();
    }).toThrow('to strictly equal');
  });

  it('tells errors apart by their class', () => {
    expect(() => {
      marbles((m) => {
        const twin = Object.assign(new Error('no'), {
          name: 'CodedError',
          code: 410,
          cause: undefined,
        });
        m.expect(throwError(() => new CodedError(410))).toBeObservable('#', {}, twin);
      })();
    }).toThrow('to strictly equal');
  });

  it('tells errors inside of values apart', () => {
    expect(() => {
      marbles((m) => {
        const values = { a: { error: new CodedError(500) } };
        m.expect(of({ error: new CodedError(410) })).toBeObservable('(a|)', values);
      })();
    }).toThrow('to strictly equal');
  });

  it('refuses a body that returns a promise', () => {
    expect(() => {
      marbles(() => Promise.resolve())();
    }).toThrow('must not be asynchronous');
  });
});
