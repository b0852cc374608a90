import { type EncodedObject, encodedBytes } from '@rxkube/operators';

import { readStatus } from './messages/status.js';

/** What an ERROR frame carries. */
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
