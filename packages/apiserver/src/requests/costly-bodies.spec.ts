import { describe, expect, it } from 'vitest';

import { jsonPatch } from '../patches/json-patch.js';
import { strategicMergePatch } from '../patches/strategic-merge-patch.js';
import { yamlBody } from './yaml-body.js';

/** How much longer a costly body may take than a harmless one of the same size. */
const SLACK = 20;

function numbers<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

/** Milliseconds of the fastest of three runs. */
function timeOf(work: () => unknown): number {
  return Math.min(
    ...numbers(3, () => {
      const start = performance.now();
      work();

      return performance.now() - start;
    }),
  );
}

describe('bodies that cost', () => {
  it('F4 adds 10,000 fields to one map as quickly as to many', () => {
    const patch = (maps: number): object[] =>
      numbers(10_000, (at) => ({
        op: 'add',
        path: `/${String(at % maps)}/k${String(at)}`,
        value: 1,
      }));
    const target = Object.fromEntries(numbers(1_000, (at) => [at, {}]));
    const harmless = timeOf(() => jsonPatch(target, patch(1_000)));

    expect(timeOf(() => jsonPatch(target, patch(1)))).toBeLessThan(SLACK * harmless);
  });

  it('F4 refuses more than 10,000 operations', () => {
    const patch = numbers(10_001, () => ({ op: 'test', path: '', value: {} }));

    expect(() => jsonPatch({}, patch)).toThrow(
      expect.objectContaining({
        code: 413,
        serverMessage:
          'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
      }),
    );
  });

  it('F4 refuses copies that double the document', () => {
    const patch = numbers(30, (at) => ({ op: 'copy', from: '', path: `/k${String(at)}` }));

    expect(() => jsonPatch({ a: 'x' }, patch)).toThrow(expect.objectContaining({ code: 422 }));
  });

  it('F4 refuses copies of a large value', () => {
    const patch = numbers(8, (at) => ({ op: 'copy', from: '/a', path: `/k${String(at)}` }));

    expect(() => jsonPatch({ a: 'x'.repeat(500_000) }, patch)).toThrow(
      expect.objectContaining({ code: 422 }),
    );
  });

  it('F4 reads a map of many keys as quickly as many maps', () => {
    const map = (count: number, indent: string): string =>
      numbers(count, (at) => `${indent}k${String(at)}: v\n`).join('');
    const maps = numbers(60, (at) => `m${String(at)}:\n${map(200, ' ')}`).join('');
    const harmless = timeOf(() => yamlBody(maps));

    // Reading a key takes long, so that the square of the keys shows late.
    expect(timeOf(() => yamlBody(map(12_000, '')))).toBeLessThan(5 * harmless);
  });

  it('F4 reads many anchors as quickly as few', () => {
    const anchored = (anchors: number): string =>
      numbers(8_000, (at) =>
        at < 4_000
          ? `k${String(at)}: ${at < anchors ? `&a${String(at)} ` : ''}v\n`
          : `k${String(at)}: *a${String((at - 4_000) % anchors)}\n`,
      ).join('');
    const harmless = timeOf(() => yamlBody(anchored(1)));

    expect(timeOf(() => yamlBody(anchored(4_000)))).toBeLessThan(SLACK * harmless);
  });

  it('F4 merges a list of many items as quickly as many lists', () => {
    const containers = (count: number, image: string): object[] =>
      numbers(count, (at) => ({ name: `c${String(at)}`, image }));
    const many = (image: string): object =>
      Object.fromEntries(numbers(200, (at) => [at, { containers: containers(100, image) }]));
    const one = (image: string): object => ({ containers: containers(20_000, image) });
    const harmless = timeOf(() => strategicMergePatch(many('a'), many('b')));

    expect(timeOf(() => strategicMergePatch(one('a'), one('b')))).toBeLessThan(SLACK * harmless);
  });
});
