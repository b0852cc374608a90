import { encodeUtf8 } from '@rxkube/protocol/internal';

/** The wire type of fields that begin with their length. */
const LENGTH_DELIMITED = 2;

/** Writes a protobuf message of texts and other messages. This server writes no other fields. */
export function protobufMessage(
  fields: readonly (readonly [number: number, value: string | Uint8Array])[],
): Uint8Array {
  return joined(
    fields.flatMap(([number, value]) => {
      const bytes = typeof value === 'string' ? encodeUtf8(value) : value;

      return [varint((number << 3) | LENGTH_DELIMITED), varint(bytes.length), bytes];
    }),
  );
}

/** Writes seven bits a byte, the lowest first. The eighth bit says that more follow. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80);
    left >>>= 7;
  }

  return Uint8Array.from([...bytes, left]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }

  return whole;
}
