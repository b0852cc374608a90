import { DecodeError } from '@rxkube/protocol';

/** What is wrong with some bytes that should be protobuf. Nothing of them is quoted: they may be a Secret. */
export function broken(path: string, expected: string): DecodeError {
  return new DecodeError({ problem: 'protobuf', path, expected });
}
