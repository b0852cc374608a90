/** A pattern that must not appear in the repository's prose. */
export interface Entry {
  readonly pattern: RegExp;
  /** Why the pattern must not come back, and what to write. */
  readonly reason: string;
}

/** At the start of a sentence. */
const START = '(?:^|[.:;!?] )';

/** The dictionary. Keep it short: at most 20 patterns, each so narrow that a hit is always a defect. */
export const dictionary: readonly Entry[] = [
  {
    pattern: /\bwhoever\b|\b(?:for|of|by|to|from|with|than|at) who\b/giu,
    reason: 'a clause is no object: name the actor ("a user who may list", "if you …")',
  },
  {
    pattern: new RegExp(`${START}Who\\b[^?]*$`, 'gu'),
    reason: 'a clause is no subject or heading: name the actor',
  },
  {
    pattern: new RegExp(`${START}What\\b[^?]*$`, 'gu'),
    reason: 'a clause is no subject or heading: name the thing ("The rest of the text")',
  },
  {
    pattern: /\b(?:of|for|by|to|from|with|than|as|in|at|on) what\b(?! to\b)/giu,
    reason: 'a clause is no object: name the thing ("the bytes received", not "of what came")',
  },
  {
    pattern: /\b(?:nobody|somebody|anybody|everybody)\b/giu,
    reason: 'say who acts: the caller, the server, a subscriber, you',
  },
  {
    pattern:
      /(?<!there |there may )\b(?:is|are|was|were|be) no (?!more\b|less\b|such\b|\w+er\b)/giu,
    reason: 'say what something is, or "is not a", "there is no"',
  },
  {
    pattern: new RegExp(`${START}Where [^.?]*(?:[,.]|$)`, 'gu'),
    reason: '"if" introduces a condition and "when" a time; a clause is no heading',
  },
  {
    pattern: new RegExp(`${START}One (?:that|who|which|of which)\\b`, 'gu'),
    reason: 'repeat the noun instead of "one"',
  },
  {
    pattern:
      /\b(?:an|the|each|no|every|this|that|any|its|of|in|to|whose|empty|whole|first|last) answers?\b/giu,
    reason: 'HTTP has responses',
  },
  { pattern: /\bwish(?:es|ed)?\b/giu, reason: 'Kubernetes says spec, or desired state' },
  { pattern: /\b(?:lends?|lending|lent|borrow(?:s|ed)?)\b/giu, reason: 'say acquire and release' },
  { pattern: /\banew\b/giu, reason: 'say again, or restart' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/giu, reason: 'say notify, or report' },
  { pattern: /\berrands?\b/giu, reason: 'say request' },
  {
    pattern: /\bhead of (?:an?|the|its|each|every|one) (?:answer|response)/giu,
    reason: 'say response head',
  },
  {
    pattern: /\b(?:nothing of|of (?:this|that|it|which|them|these) nothing)\b/giu,
    reason: 'inverted word order: subject, verb, object',
  },
  { pattern: /\btaken for\b/giu, reason: 'say "treated as" or "mistaken for"' },
  { pattern: /\b(?:is|are|was|were) to be\b/giu, reason: 'say must, or will' },
  {
    pattern: /\bstands? (?:in|beside|behind|before|between|there|under|at|on)\b/giu,
    reason: 'text and values do not stand: say "is in", "follows", "precedes"',
  },
  { pattern: /\bslow readers?\b/giu, reason: 'a client of a watch is a watcher' },
];
