import { type FieldType, type MessageType } from './message-type.js';

/** The values of one message: JSON for scalars, and more values for messages, lists and maps. */
export type Value = string | MessageValue | readonly Value[] | ReadonlyMap<string, Value>;

/** A message that was read, field by field. */
export class MessageValue {
  readonly values = new Map<FieldType, Value>();

  constructor(readonly type: MessageType) {}
}
