const FIELD = Buffer.from(',"managedFields":[');

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Some bytes as text, without the `managedFields` in them. Good enough for the server of the bench.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 */
export function withoutManagedFields(bytes, start, end) {
  let text = '';
  let from = start;
  for (
    let at = bytes.indexOf(FIELD, from);
    at !== -1 && at < end;
    at = bytes.indexOf(FIELD, from)
  ) {
    text += bytes.toString('utf8', from, at);
    from = behindArray(bytes, at + FIELD.length);
  }

  return text + bytes.toString('utf8', from, end);
}

/**
 * @param {Buffer} bytes
 * @param {number} start just behind the bracket that opens the array
 */
function behindArray(bytes, start) {
  let depth = 1;
  let at = start;
  while (depth > 0) {
    const byte = bytes[at++];
    if (byte === QUOTE) {
      for (let each = bytes[at++]; each !== QUOTE; each = bytes[at++]) {
        if (each === BACKSLASH) at++;
      }
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
  }

  return at;
}
