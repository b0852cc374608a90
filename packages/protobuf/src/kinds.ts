// Objects of built-in kinds
export { type KindInJson, readKind } from './kinds/read-kind.js';
