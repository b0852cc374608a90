import { type ProtocolError, invalidArgument } from '../errors/errors.js';
import { type LabelRequirement, type LabelSelector } from './label-selector.js';
import { labelKeyProblem, labelValueProblem, wholeNumber } from './label-syntax.js';
import { type LabelToken, labelTokens } from './label-tokens.js';

/**
 * Reads a label selector as a server does: `a=b`, `a==b`, `a!=b`, `a in (x,y)`, `a notin (x,y)`, `a`, `!a`, `a>1`
 * and `a<1`, joined by commas. An empty text selects everything; a value that is left out is the empty one.
 *
 * One text is read here that a server refuses: an even number of commas just before a closing parenthesis.
 *
 * The requirements stay in their order, `==` becomes `=`, and the values of a set are sorted, each once.
 *
 * @throws ProtocolError `invalidArgument` of `labelSelector` that says what is wrong, where, and what to write.
 * @since 0.1.0
 */
export function parseLabelSelector(text: string): LabelSelector {
  const tokens = cursorOf(text);
  const requirements: LabelRequirement[] = [];
  if (tokens.peek().kind !== 'end') {
    do {
      requirements.push(readRequirement(tokens));
    } while (tokens.skip(','));
    if (tokens.peek().kind !== 'end') {
      throw refused(tokens.peek(), 'write "," between two requirements');
    }
  }

  return { _tag: 'LabelSelector', requirements };
}

/** Reads the pieces of a selector one after the other; the end stays the last for ever. */
interface Cursor {
  readonly peek: () => LabelToken;
  readonly take: () => LabelToken;
  /** Takes the next piece if it is of this kind, and says whether it was. */
  readonly skip: (kind: LabelToken['kind']) => boolean;
}

function cursorOf(text: string): Cursor {
  const tokens = labelTokens(text);
  const end: LabelToken = { kind: 'end', text: '', start: text.length };
  let at = 0;
  const peek = (): LabelToken => tokens[at] ?? end;
  const take = (): LabelToken => {
    const taken = peek();
    at += 1;

    return taken;
  };

  return {
    peek,
    take,
    skip: (kind) => {
      const same = peek().kind === kind;
      if (same) take();

      return same;
    },
  };
}

function readRequirement(tokens: Cursor): LabelRequirement {
  if (tokens.skip('!')) return { operator: 'DoesNotExist', key: readKey(tokens) };
  const key = readKey(tokens);
  const { kind } = tokens.peek();
  if (kind === 'end' || kind === ',') return { operator: 'Exists', key };
  const operator = tokens.take();
  switch (operator.text) {
    case '=':
    case '==':
      return { operator: 'Equals', key, value: readValue(tokens) };
    case '!=':
      return { operator: 'NotEquals', key, value: readValue(tokens) };
    case 'in':
      return { operator: 'In', key, values: readSet(tokens) };
    case 'notin':
      return { operator: 'NotIn', key, values: readSet(tokens) };
    case '>':
      return { operator: 'GreaterThan', key, value: readNumber(tokens) };
    case '<':
      return { operator: 'LessThan', key, value: readNumber(tokens) };
    default:
      throw refused(operator, 'write one of =, ==, !=, in, notin, > and < behind a key');
  }
}

function readKey(tokens: Cursor): string {
  const token = tokens.take();
  if (token.kind !== 'word') throw refused(token, 'write the key of a label here');
  const problem = labelKeyProblem(token.text);
  if (problem !== undefined) throw invalid(token, `${problem}; write "name" or "example.com/name"`);

  return token.text;
}

/** One value; before a comma and at the end, none is the empty one. */
function readValue(tokens: Cursor): string {
  const token = tokens.peek();
  if (token.kind === 'end' || token.kind === ',') return '';
  tokens.take();
  if (token.kind !== 'word') throw refused(token, 'write one value here');

  return checkedValue(token);
}

function readNumber(tokens: Cursor): string {
  const token = tokens.peek();
  const value = readValue(tokens);
  if (wholeNumber(value) === undefined) {
    throw refused(token, 'write a whole number from 0 to 2^63 - 1 here');
  }

  return value;
}

function readSet(tokens: Cursor): readonly string[] {
  if (!tokens.skip('(')) throw refused(tokens.peek(), 'write the values in parentheses, as (a,b)');
  const values = new Set<string>();
  do {
    values.add(tokens.peek().kind === 'word' ? checkedValue(tokens.take()) : '');
  } while (tokens.skip(','));
  if (!tokens.skip(')')) throw refused(tokens.peek(), 'write "," or ")" here');

  return [...values].sort();
}

function checkedValue(token: LabelToken): string {
  const problem = labelValueProblem(token.text);
  if (problem !== undefined)
    throw invalid(token, `${problem}; write a value that a label can have`);

  return token.text;
}

function refused(token: LabelToken, remedy: string): ProtocolError {
  const found = token.kind === 'end' ? 'the selector ends' : `${JSON.stringify(token.text)} stands`;

  return invalid(token, `${found} where it cannot; ${remedy}`);
}

function invalid(token: LabelToken, problem: string): ProtocolError {
  return invalidArgument('labelSelector', `at character ${String(token.start + 1)}: ${problem}`);
}
