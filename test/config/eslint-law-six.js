const message = 'Time and chance are arguments: use a scheduler or an option (design, law 6).';

/** Globals that bring real time, promises or the platform into an operator. */
export const globalsOfLawSix = [
  'Promise',
  'clearInterval',
  'clearTimeout',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
].map((name) => ({ name, message }));

/** Syntax that does. `Math.random` may stand as the default of an option, where a test can replace it. */
export const syntaxOfLawSix = [
  'MemberExpression[object.name="Date"][property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name="Date"]',
  'MemberExpression[object.name="AbortSignal"][property.name="timeout"]',
  ':not(AssignmentPattern) > MemberExpression[object.name="Math"][property.name="random"]',
  ':function[async=true]',
  'AwaitExpression',
].map((selector) => ({ selector, message }));
