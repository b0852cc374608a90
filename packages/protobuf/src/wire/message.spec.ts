import { describe, expect, it } from 'vitest';

import { bytes, joined, message } from '../../../../test/support/protobuf.js';
import { Message } from './message.js';

/** The numbers of the fields, and what reading them ends with. */
function fieldsOf(raw: Uint8Array): {
  readonly fields: readonly number[];
  readonly error: unknown;
} {
  const fields: number[] = [];
  const read = new Message(raw, 'it');
  try {
    while (read.next()) fields.push(read.field);
  } catch (error) {
    return { fields, error };
  }

  return { fields, error: undefined };
}

function first(raw: Uint8Array): Message {
  const read = new Message(raw, 'it');
  read.next();

  return read;
}

describe('Message', () => {
  it('reads the fields of every type', () => {
    const fixed = Uint8Array.of(3 * 8 + 1, 1, 2, 3, 4, 5, 6, 7, 8, 4 * 8 + 5, 1, 2, 3, 4);
    const raw = joined(message([1, 7], [2, 'text']), fixed, message([536_870_911, 'last']));

    expect(fieldsOf(raw)).toEqual({ fields: [1, 2, 3, 4, 536_870_911], error: undefined });
    expect(fieldsOf(new Uint8Array(0))).toEqual({ fields: [], error: undefined });
  });

  it.each([
    0,
    1,
    127,
    128,
    300,
    2 ** 31,
    2 ** 32,
    2 ** 53 - 1,
    -1,
    -2,
    -128,
    -(2 ** 31),
    -(2 ** 53 - 1),
  ])('reads the number %d', (number) => {
    expect(first(message([1, number])).number()).toBe(number);
  });

  it('reads texts, and gives messages and views without a copy', () => {
    const inner = message([1, 'hé']);
    const field = first(message([5, inner]));
    const nested = field.message('inner');
    nested.next();

    expect(field.view()).toEqual(inner);
    expect(field.view().buffer).toBe(field.bytes.buffer);
    expect(nested.path).toBe('it.inner');
    expect(nested.text()).toBe('hé');
    expect(nested.exactText()).toBe('hé');
  });

  it('reads invalid UTF-8 as JSON does, but not in identifying texts', () => {
    const read = first(message([1, Uint8Array.of(0x61, 0xff)]));

    expect(read.text()).toBe('a\ufffd');
    expect(() => read.exactText()).toThrow('UTF-8');
  });

  it.each([
    ['a number that does not end', new Uint8Array(20).fill(0xff)],
    ['a number that the end cuts', Uint8Array.of(8, 0x80)],
    ['a number of more than 64 bits', Uint8Array.of(8, ...new Array<number>(9).fill(0xff), 2)],
    ['a length that is too long', Uint8Array.of(10, 5, 1, 2)],
    ['a negative length', joined(Uint8Array.of(10), message([1, -1]).subarray(1))],
    ['a length of 2^62', joined(Uint8Array.of(10), message([1, 2 ** 62]).subarray(1))],
    ['a fixed number that is cut', Uint8Array.of(9, 1, 2)],
    ['a group', Uint8Array.of(11, 12)],
    ['the end of a group', Uint8Array.of(12)],
    ['a type of field that there is not', Uint8Array.of(14, 0)],
    ['the field 0', Uint8Array.of(2, 0)],
    [
      'a number of a field beyond 2^29',
      joined(message([1, 2 ** 33 + 10]).subarray(1), bytes('\0')),
    ],
  ])('refuses %s', (_what, raw) => {
    const { fields, error } = fieldsOf(raw);

    expect(fields).toEqual([]);
    expect(error).toMatchObject({ _tag: 'DecodeError', problem: 'protobuf', path: 'it' });
  });

  it('refuses a field that leaves its message', () => {
    // The inner message ends behind its first byte, and more bytes follow in the outer one.
    const outer = Uint8Array.of(10, 1, 10, 16, 1);
    const inner = first(outer).message('inner');

    expect(() => inner.next()).toThrow('it.inner');
  });

  it('refuses another type of field than the one that is read', () => {
    expect(() => first(message([1, 7])).text()).toThrow('a text or a message in field 1');
    expect(() => first(message([1, 7])).message('inner')).toThrow('a text or a message');
    expect(() => first(message([1, 'text'])).number()).toThrow('a number in field 1');
  });

  it('quotes no bytes', () => {
    const { error } = fieldsOf(joined(message([1, 'secret']), bytes('secret')));

    expect(String(error)).not.toContain('secret');
  });
});
