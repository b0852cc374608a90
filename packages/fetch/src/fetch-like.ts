import { type AbortSignalLike } from './platform.js';

/** The options of one call of `fetch`. @since 0.1.0 */
export interface FetchInit {
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly credentials: 'omit' | 'same-origin' | 'include';
  readonly cache: 'no-store';
  readonly redirect: 'manual';
  readonly signal: AbortSignalLike;
}

/** Reads a body chunk by chunk, as `ReadableStreamDefaultReader` does. @since 0.1.0 */
export interface ChunkReader {
  readonly read: () => PromiseLike<{
    readonly done: boolean;
    readonly value?: Uint8Array | undefined;
  }>;
  readonly cancel: () => PromiseLike<void>;
}

/** The parts of a `Response` that the transport reads. @since 0.1.0 */
export interface FetchResponse {
  readonly status: number;
  /** `opaqueredirect` for a redirect that a browser hides. */
  readonly type?: string;
  readonly url?: string;
  readonly headers: { readonly forEach: (each: (value: string, name: string) => void) => void };
  readonly body: { readonly getReader: () => ChunkReader } | null;
}

/**
 * A function like the global `fetch`, as far as `fetchTransport` needs it.
 *
 * @since 0.1.0
 */
export type FetchLike = (url: string, init: FetchInit) => PromiseLike<FetchResponse>;
