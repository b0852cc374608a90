import { describe, expect, it } from 'vitest';

import { StatusError, TransportError } from './errors.js';
import { isAlreadyExists, isConflict } from './write-refusals.js';

const refusal = (code: number, reason: string): StatusError =>
  new StatusError({ code, reason, serverMessage: '' });

describe('the refusals of a write', () => {
  it.each([
    [refusal(409, 'Conflict'), true, false],
    [refusal(409, ''), true, false],
    [refusal(409, 'AlreadyExists'), false, true],
    [refusal(404, 'NotFound'), false, false],
    [new TransportError({ phase: 'body', problem: 'cut' }), false, false],
    [undefined, false, false],
  ])('tell a conflict from a taken name: %s', (error, conflict, taken) => {
    expect([isConflict(error), isAlreadyExists(error)]).toEqual([conflict, taken]);
  });
});
