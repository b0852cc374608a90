import { createInterface } from 'node:readline';

/**
 * The lines of JSON that a program writes, one at a time.
 *
 * @param {import('node:stream').Readable} output
 * @returns {() => Promise<any>} resolves to undefined behind the last line
 */
export function linesOf(output) {
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();

  return async () => {
    const { done, value } = await lines.next();

    return done === true ? undefined : JSON.parse(value);
  };
}
