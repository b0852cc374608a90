// The conditions that programs import as one module.
export {
  all,
  any,
  exists,
  hasCondition,
  isAvailable,
  isEstablished,
  isGone,
  isJobComplete,
  isReady,
  not,
} from './conditions.js';
export { isRolledOut } from './is-rolled-out.js';
