// The door for packages of this repository. It is not public, and its names may change in any version.
export { type RequestDocumentOptions, requestDocument } from './http/request-document.js';
