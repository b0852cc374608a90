import { inflateRawSync } from 'node:zlib';

/** Bytes before and behind the deflated ones, where a member has none of the optional fields. */
const HEADER = 10;
const TRAILER = 8;

/** The content of each whole gzip member of some bytes. An incomplete member is left out. */
export function gzipMembers(bytes: Buffer): readonly string[] {
  const members: string[] = [];
  let rest = bytes;
  while (rest.length > HEADER + TRAILER) {
    const { text, length } = inflated(rest.subarray(HEADER));
    if (rest.length < HEADER + length + TRAILER) break;
    members.push(text);
    rest = rest.subarray(HEADER + length + TRAILER);
  }

  return members;
}

function inflated(bytes: Buffer): { readonly text: string; readonly length: number } {
  try {
    const { buffer, engine } = inflateRawSync(bytes, { info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };

    return { text: buffer.toString('utf8'), length: engine.bytesWritten };
  } catch {
    return { text: '', length: Infinity };
  }
}
