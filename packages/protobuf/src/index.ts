// The format
export { type ObjectDecoder } from './object-decoder.js';
export { type ProtobufOptions, protobuf } from './protobuf.js';

// Objects that are not decoded
export { type Undecoded } from './undecoded-object.js';
export { undecoded } from './undecoded.js';
