import { type Subscriber } from 'rxjs';

import { type BodyDecoder, type ContentEncoding, bodyDecoder } from './decode-body.js';
import { FairTurns, type Flow } from './fair-turns.js';

/** Callbacks of a {@link ResponseBody}. Exactly one of them is called, once. */
export interface ResponseBodyEvents {
  /** The last byte was decoded. The connection may still be open. */
  readonly decoded: () => void;
  /** The bytes cannot be decoded, or the connection failed before their end. */
  readonly failed: (error: unknown) => void;
}

/** The body of one response on its way from the connection to its reader: decoded, in fair turns. */
export class ResponseBody {
  readonly #turns: FairTurns;
  readonly #decoder: BodyDecoder;

  constructor(
    readonly reader: Subscriber<Uint8Array>,
    encoding: ContentEncoding,
    flow: Flow,
    events: ResponseBodyEvents,
  ) {
    this.#turns = new FairTurns(flow);
    this.#decoder = bodyDecoder(encoding, {
      next: (chunk) => {
        reader.next(chunk);
      },
      complete: events.decoded,
      error: events.failed,
      drain: () => {
        this.#turns.drain();
      },
    });
  }

  write(chunk: Uint8Array): void {
    this.#turns.take(() => this.#decoder.write(chunk));
  }

  /** The connection has brought its last byte. With a failure, the body fails behind the bytes that have arrived. */
  end(failure?: unknown): void {
    this.#turns.end();
    this.#decoder.end(failure);
  }

  /** Drops all bytes that have not reached the reader. */
  destroy(): void {
    this.#turns.end();
    this.#decoder.destroy();
  }
}
