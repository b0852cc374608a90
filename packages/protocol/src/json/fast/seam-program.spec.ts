import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { seamProgram } from './seam-program.js';

const I32 = 0x7f;
const V128 = 0x7b;
const LOCALS = ['$at', '$last', '$found', '$next'];

/** The binary form of each instruction, from the WebAssembly specification. */
const INSTRUCTIONS: Readonly<Record<string, (argument: string) => readonly number[]>> = {
  loop: () => [0x03, 0x40],
  end: () => [0x0b],
  br_if: (label) => [0x0d, Number(label)],
  'local.get': (name) => [0x20, LOCALS.indexOf(name)],
  'local.set': (name) => [0x21, LOCALS.indexOf(name)],
  'local.tee': (name) => [0x22, LOCALS.indexOf(name)],
  'i32.const': (value) => [0x41, Number(value)],
  'i32.lt_u': () => [0x49],
  'i32.add': () => [0x6a],
  'v128.load': (offset) => [0xfd, 0x00, 0, Number(offset.replace('offset=', ''))],
  'v128.const': (lanes) => [0xfd, 0x0c, ...new Array<number>(16).fill(lanes.charCodeAt(7))],
  'i8x16.eq': () => [0xfd, 0x23],
  'i8x16.le_u': () => [0xfd, 0x2a],
  'v128.and': () => [0xfd, 0x4e],
  'v128.or': () => [0xfd, 0x50],
  'v128.any_true': () => [0xfd, 0x53],
};

/** Assembles the function whose instructions are in the text, one a line. */
function assembled(text: string): Uint8Array {
  const lines = text.split('\n').map((line) => line.replace(/;;.*/u, '').trim());
  const code = lines.flatMap((line) => {
    const [name = '', ...rest] = line.replace(/\)+$/u, '').split(/ (.*)/u);

    return INSTRUCTIONS[name]?.(rest[0] ?? '') ?? [];
  });
  const body = [1, 2, V128, ...code, 0x0b];

  return Uint8Array.from([
    ...[0x00, ...word('asm'), 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, 2, I32, I32, 1, I32]), // one type: two numbers to a number
    ...section(3, [1, 0]), // one function of this type
    ...section(5, [1, 0, 1]), // one memory of a page
    ...section(7, [2, ...named('memory'), 2, 0, ...named('hasSeam'), 0, 0]),
    ...section(10, [1, ...size(body.length), ...body]),
  ]);
}

function section(id: number, content: readonly number[]): readonly number[] {
  return [id, ...size(content.length), ...content];
}

/** In groups of seven bits. */
function size(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...size(value >> 7)];
}

function word(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function named(name: string): readonly number[] {
  return [name.length, ...word(name)];
}

describe('seamProgram', () => {
  it('holds the bytes of seam-search.wat', () => {
    const text = readFileSync(new URL('seam-search.wat', import.meta.url), 'utf8');

    expect(Buffer.from(seamProgram()).toString('hex')).toBe(
      Buffer.from(assembled(text)).toString('hex'),
    );
  });
});
