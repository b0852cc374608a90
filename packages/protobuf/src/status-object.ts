import { type EncodedObject, encodedBytes } from '@rxkube/operators';

import { readStatus } from './messages/status.js';

/** The object of an ERROR frame. */
export class StatusObject implements EncodedObject {
  readonly [encodedBytes]: Uint8Array;

  constructor(bytes: Uint8Array) {
    this[encodedBytes] = bytes;
  }

  head(): undefined {
    return undefined;
  }

  read(): unknown {
    return readStatus(this[encodedBytes], 'object');
  }
}
