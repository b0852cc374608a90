const decides = 'Only nextMove decides what follows a failure: ask it, or a function of recovery/.';

/** Guards and fields that tell one failure from another. */
export const syntaxOfFailures = [
  'ImportSpecifier[imported.name=/^(isExpired|isTooLarge|isForbidden|isNotFound|isThrottled|isKubeError|retryAfter)$/]',
  'MemberExpression[object.name=/error$/i][property.name=/^(code|reason|rule)$/]',
].map((selector) => ({ selector, message: decides }));

/** A move as a value. Other files ask `isAgain`, `isRelist` and `isFallBack`. */
export const syntaxOfMoves = [
  {
    selector: ':not(TSLiteralType) > Literal[value=/^(again|relist|fallBack|final)$/]',
    message: 'Only next-move.ts names a move as a value.',
  },
];

/** Files outside of recovery/ that look at failures all the same. */
export const failureExceptions = [
  // Types the failures of a transport, so that every other file gets a KubeError.
  'packages/operators/src/http/typed-failures.ts',
  // Reports a 401 to the transport, which has the credential. It decides no move.
  'packages/operators/src/http/report-refused-credential.ts',
  // Lets the transport mask its credentials. It decides no move.
  'packages/operators/src/http/conceal-credentials.ts',
  // Turns a 405 into "watch not supported" before the table decides.
  'packages/operators/src/watching/open-stream.ts',
];
