import { StatusError, TransportError } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { errorData } from './error-data.js';

describe('errorData', () => {
  it('gives the fields of an error, and its cause as data', () => {
    const cause = new StatusError({ code: 410, reason: 'Expired', serverMessage: 'too old' });
    const error = new TransportError({ phase: 'body', code: 'ECONNRESET', problem: 'cut', cause });
    expect(errorData(error)).toStrictEqual({
      _tag: 'TransportError',
      name: 'TransportError',
      message: 'ECONNRESET: cut',
      phase: 'body',
      code: 'ECONNRESET',
      problem: 'cut',
      cause: {
        _tag: 'StatusError',
        name: 'StatusError',
        message: '410 Expired: too old',
        code: 410,
        reason: 'Expired',
        serverMessage: 'too old',
      },
    });
  });

  it('tells errors apart that have one message', () => {
    const one = new TransportError({ phase: 'body', problem: 'cut' });
    const other = new TransportError({ phase: 'headers', problem: 'cut' });
    expect(errorData(one)).not.toEqual(errorData(other));
  });

  it('returns a value that is not an error', () => {
    expect([undefined, 'text', { a: 1 }].map(errorData)).toEqual([undefined, 'text', { a: 1 }]);
  });
});
