import { isResourceVersion } from '@rxkube/protocol';

/** The rule for one option. */
export interface OptionRule {
  readonly isRight: (value: unknown) => boolean;
  /** Follows "pass". */
  readonly remedy: string;
}

const FLAG: OptionRule = { isRight: isBoolean, remedy: 'true or false' };
/** A value beyond the longest timer disables the limit. */
const LIMIT: OptionRule = {
  isRight: isPositive,
  remedy: 'milliseconds above 0, Infinity for none',
};

/** The rules for the options of all operators. One name means the same everywhere. */
export const OPTION_RULES: Readonly<Record<string, OptionRule>> = {
  // Policies, and other code of the user
  backOff: callback('from the number of failures to milliseconds, such as exponential()'),
  onFault: callback('from an error and the next move to a move'),
  onInvalid: callback("from an error to 'fail' or 'skip'"),
  onIgnored: callback('that takes an error'),
  onBroken: callback('that takes an error'),
  lifetime: callback('that gives seconds, such as () => 240'),
  key: callback('from an object to a text'),
  transform: callback('from an object to what is kept of it'),
  random: callback('that gives numbers in [0, 1), such as Math.random'),
  scheduler: {
    isRight: (value) => has(value, 'now') && has(value, 'schedule'),
    remedy: 'a scheduler of rxjs, such as asyncScheduler',
  },
  codec: { isRight: (value) => has(value, 'decode'), remedy: 'a codec of io-ts' },
  pace: { isRight: (value) => has(value, 'recordList'), remedy: 'the pace that withPace gives' },
  position: { isRight: (value) => has(value, 'moveTo'), remedy: 'a new Position()' },
  // Choices
  strategy: oneOf('list', 'stream', 'auto'),
  consistency: oneOf('latest', 'cached'),
  decoding: oneOf('eager', 'deferred', 'adaptive'),
  fallBackOn: {
    isRight: (value) => Array.isArray(value) && value.every(isFallBackReason),
    remedy: "an array of 'broken' and 'forbidden'",
  },
  progress: FLAG,
  metadataOnly: FLAG,
  shard: {
    isRight: (value) => has(value, 'holds') && has(value, 'selector', isString),
    remedy: 'a shard, such as shard(0, 3)',
  },
  omit: {
    isRight: (value) => Array.isArray(value) && value.every(isOmission),
    remedy: "an array of 'managedFields' and 'annotations/KEY'",
  },
  format: { isRight: isFormat, remedy: 'a format, such as protobuf() of @rxkube/protobuf' },
  notOlderThan: { isRight: isResourceVersion, remedy: 'a version that a server gave' },
  // Sizes and times
  pageSize: {
    isRight: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    remedy: 'a whole number of objects, or 0 for no pages',
  },
  maxDocumentBytes: { isRight: isPositive, remedy: 'a positive number of bytes' },
  maxListItems: { isRight: isPositive, remedy: 'a positive number of items' },
  maxListBytes: { isRight: isPositive, remedy: 'a positive number of bytes' },
  settle: {
    isRight: (value) => typeof value === 'number' && value >= 0,
    remedy: 'milliseconds, 0 or more',
  },
  responseWithin: LIMIT,
  stallWithin: LIMIT,
  acceptWithin: LIMIT,
  idleLimit: LIMIT,
  initialEventsWithin: LIMIT,
};

function callback(what: string): OptionRule {
  return { isRight: isFunction, remedy: `a function ${what}` };
}

function oneOf(...choices: readonly [string, string, ...string[]]): OptionRule {
  return {
    isRight: (value) => choices.some((choice) => choice === value),
    remedy: choices.map((choice) => `'${choice}'`).join(' or '),
  };
}

function isOmission(path: unknown): boolean {
  return path === 'managedFields' || (typeof path === 'string' && path.startsWith('annotations/'));
}

function isFallBackReason(value: unknown): boolean {
  return value === 'broken' || value === 'forbidden';
}

function isFormat(value: unknown): boolean {
  return (
    has(value, 'watch') &&
    has(value, 'list') &&
    has(value, 'status') &&
    has(value, 'mediaType', isString)
  );
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function has(value: unknown, field: string, isRight: OptionRule['isRight'] = isFunction): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    isRight((value as Readonly<Record<string, unknown>>)[field])
  );
}
