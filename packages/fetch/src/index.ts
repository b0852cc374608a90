export { type FetchTransport, fetchTransport } from './fetch-transport.js';
export { type FetchTransportOptions, type HeaderFields } from './fetch-transport-options.js';
export {
  type ChunkReader,
  type FetchInit,
  type FetchLike,
  type FetchResponse,
} from './fetch-like.js';
export { type AbortSignalLike } from './platform.js';
export { type WhileVisibleOptions, whileVisible } from './while-visible.js';
