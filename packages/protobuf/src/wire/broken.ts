import { DecodeError } from '@rxkube/protocol';

/** The defect of some bytes that should be protobuf. Never quotes the bytes, because they may be a Secret. */
export function broken(path: string, expected: string): DecodeError {
  return new DecodeError({ problem: 'protobuf', path, expected });
}
