import { type MetadataHead } from '@rxkube/protocol';
import { type EventHead } from '@rxkube/protocol/json';

import { type EncodedObject } from '../format/format.js';
import { DeferredObject } from './deferred-object.js';
import { type TextReading } from './text-reading.js';

/**
 * An event whose object nobody has read yet. It is its own frame, so that one object passes all stages.
 *
 * Its object is a field of the class, which a copy would lack: nobody but the operators may see it.
 */
export class DeferredEvent<T> extends DeferredObject<T> {
  constructor(
    readonly type: EventHead['type'],
    head: MetadataHead,
    text: string | EncodedObject,
    how?: TextReading,
  ) {
    super(head, text, how);
  }
}

/** One that is also what it means for the cache behind it. */
export class DeferredCacheEvent<T> extends DeferredEvent<T> {
  get _tag(): 'Applied' | 'Deleted' {
    return this.type === 'DELETED' ? 'Deleted' : 'Applied';
  }
}
