import { describe, expect, it } from 'vitest';

import { judge } from './judge.mjs';
import { type Sample } from './sample.mjs';

const MIB = 1024 * 1024;
const expected = { watches: 20, pool: 8 };

function samples(of: (nth: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 9 }, (_, nth) => ({
    seconds: nth,
    heap: 20 * MIB,
    sockets: 20,
    timers: 40,
    listeners: 13,
    ...of(nth),
  }));
}

describe('judge', () => {
  it('is content where nothing grows', () => {
    expect(judge(samples(), expected)).toEqual([]);
  });

  it('lets the heap grow by a twentieth and 2 MiB, and no more', () => {
    const grown = (last: number): Sample[] =>
      samples((nth) => ({ heap: nth < 6 ? 20 * MIB : last * MIB }));

    expect(judge(grown(23), expected)).toEqual([]);
    expect(judge(grown(23.1), expected)).toEqual([
      'the heap has grown from 20.00 MiB to 23.10 MiB; 23.00 MiB is allowed',
    ]);
  });

  it('is not misled by one sample', () => {
    expect(
      judge(
        samples((nth) => (nth === 8 ? { heap: 90 * MIB } : {})),
        expected,
      ),
    ).toEqual([]);
  });

  it.each([19, 29])('wants a socket for each watch, and few more: not %d', (sockets) => {
    expect(
      judge(
        samples((nth) => (nth === 4 ? { sockets } : {})),
        expected,
      ),
    ).toHaveLength(1);
  });

  it.each(['timers', 'listeners'] as const)('wants as many %s as before', (field) => {
    expect(
      judge(
        samples((nth) => (nth < 6 ? {} : { [field]: 50 })),
        expected,
      ),
    ).toEqual([expect.stringContaining(`now 50 ${field}`.replace(` ${field}`, ''))]);
  });

  it('wants enough to compare', () => {
    expect(judge(samples().slice(0, 2), expected)).toHaveLength(1);
  });
});
