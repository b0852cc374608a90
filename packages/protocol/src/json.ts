// The ends of JSON values in a stream of bytes
export { JsonSplitter, type JsonSplitterOptions, type TakeDocument } from './json/json-splitter.js';
export {
  ListSplitter,
  type ListSplitterOptions,
  type TakeItem,
  type TryItem,
} from './json/list-splitter.js';

// Reading parts without parsing the whole
export { readEventHead } from './json/event-head.js';
export { readObjectHead } from './json/object-head.js';
export { managedFieldsInText } from './json/fast/managed-fields-in-text.js';
export { type Span, managedFieldsIn } from './json/plain/metadata-head.js';
export { type MetadataHead } from './objects/metadata-head.js';
export { type EventHead } from './responses/event-head.js';

// Limits and permissions
export { allowWebAssembly } from './json/plain/web-assembly.js';
export { MAX_DOCUMENT_BYTES } from './json/plain/document-size.js';
