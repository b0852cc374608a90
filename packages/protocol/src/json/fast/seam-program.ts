/** A vector of one byte, 16 times. */
const lanes = (byte: string): string => `fd0c${byte.repeat(16)}`;

/** One step of the loop, which is also the last step after it. */
const STEP = `20022000fd000000${lanes('7d')}fd232000fd0000012203${lanes('20')}fd2a2003${lanes('20')}fd50${lanes('7b')}fd23fd50fd4efd502102`;

/** The bytes of `seam-search.wat` in hexadecimal digits. The spec of this file assembles the text and compares. */
const PROGRAM = [
  '0061736d01000000', // magic, version
  '01070160027f7f017f', // one type: two numbers to a number
  '03020100', // one function of this type
  '0503010001', // one memory of a page
  '071402066d656d6f72790200076861735365616d0000', // the exports
  '0af20101ef0101027b', // the code, with two locals
  `0340${STEP}200041106a22002001490d000b`, // the loop
  `20012100${STEP}2002fd530b`, // the last step, and the result
].join('');

/** The WebAssembly module of the seam search. */
export function seamProgram(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(PROGRAM.match(/../gu) ?? [], (digits) => Number.parseInt(digits, 16));
}
