// The door for packages of this repository. It is not public, and its names may change in any version.
export { isBytes, isError, isPlainObject, messageOf } from './platform/realms.js';
export { validateNames } from './errors/known-names.js';
export { SentCredentials } from './platform/sent-credentials.js';
export { decodeUtf8, encodeUtf8 } from './platform/utf8.js';
