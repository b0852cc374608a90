import { DecodeError } from '@rxkube/protocol';

/** Something is announced that is beyond the limit. */
export function tooLarge(path: string, bytes: number, maxBytes: number): DecodeError {
  return new DecodeError({
    problem: 'size',
    path,
    expected: `at most ${String(maxBytes)} bytes; raise maxDocumentBytes if the server's objects are larger`,
    text: `${String(bytes)} bytes`,
  });
}
