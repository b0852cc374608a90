const LINE_FEED = 10;

/** Cuts bytes into lines, by the fastest search that there is. */
export class LineCutter {
  #line;
  /** @type {Buffer[]} */
  #begun = [];

  /** @param {(bytes: Buffer, start: number, end: number) => void} line */
  constructor(line) {
    this.#line = line;
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    let start = 0;
    let end = chunk.indexOf(LINE_FEED);
    if (end !== -1 && this.#begun.length > 0) {
      const whole = Buffer.concat([...this.#begun, chunk.subarray(0, end)]);
      this.#begun = [];
      this.#line(whole, 0, whole.length);
      start = end + 1;
      end = chunk.indexOf(LINE_FEED, start);
    }
    for (; end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#line(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#begun.push(chunk.subarray(start));
  }
}
