/** A number of 64 bits in two halves: a BigInt for each event would take ten times as long. */
export interface Hash {
  readonly high: number;
  readonly low: number;
}

const HALF = 2 ** 32;
/** The offset basis and the prime of FNV-1a with 64 bits. The prime is 2^40 + 0x1b3. */
const BASIS: Hash = { high: 0xcbf29ce4, low: 0x84222325 };
const PRIME_LOW = 0x1b3;
const PRIME_SHIFT = 8;
const LAST_ASCII = 0x7f;

/** FNV-1a with 64 bits, as a server hashes the field of an object to find its shard. */
export function fieldHash(value: string): Hash {
  let { high, low } = BASIS;
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    if (unit > LAST_ASCII) return hashOfBytes(new TextEncoder().encode(value));
    low = (low ^ unit) >>> 0;
    const product = low * PRIME_LOW;
    high = (high * PRIME_LOW + Math.floor(product / HALF) + ((low << PRIME_SHIFT) >>> 0)) >>> 0;
    low = product >>> 0;
  }

  return { high, low };
}

/** The field of a real object is plain ASCII, so this is not fast. */
function hashOfBytes(bytes: Uint8Array): Hash {
  let hash = (BigInt(BASIS.high) << 32n) | BigInt(BASIS.low);
  for (const byte of bytes) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * ((1n << 40n) | BigInt(PRIME_LOW)));
  }

  return { high: Number(hash >> 32n), low: Number(hash & 0xffffffffn) };
}
