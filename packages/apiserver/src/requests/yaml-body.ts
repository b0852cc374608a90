import {
  type CST,
  Composer,
  Lexer,
  Parser,
  type ParseOptions,
  type DocumentOptions,
  type SchemaOptions,
} from 'yaml';

import { parseJson } from '../objects/json-text.js';
import { badRequest } from '../statuses/status-errors.js';
import { DEEPEST_NESTING, checkNesting } from './nesting.js';
import { yamlValue } from './yaml-value.js';

/**
 * The types of YAML 1.1 that servers in Go do not read: times, numbers in base 60, and collections.
 */
const UNREAD_TAGS = /:(?:timestamp|binary|merge|omap|pairs|set)$/u;

const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  // As servers in Go read it: there `yes` and `on` are booleans.
  version: '1.1',
  customTags: (tags) =>
    tags.filter(
      (tag) => typeof tag === 'string' || !(UNREAD_TAGS.test(tag.tag) || tag.format === 'TIME'),
    ),
  logLevel: 'silent',
  // The parser would compare each key with each other. yamlValue finds repeated keys as well.
  uniqueKeys: false,
  prettyErrors: false,
  // `yamlValue` makes numbers of those that JavaScript holds exactly.
  intAsBigInt: true,
};

/**
 * Reads the body of a request as YAML, which may be JSON. If it has several documents, the first
 * one counts.
 *
 * The cost is linear in the length of the text, and aliases cannot make the value larger than a
 * body may be.
 *
 * @throws StatusError 400 for a body that cannot be read.
 */
export function yamlBody(text: string): unknown {
  const json = jsonValue(text);
  if (json !== undefined) {
    checkNesting(json);

    return json;
  }
  try {
    for (const value of yamlDocuments(text)) return value;
  } catch {
    // All ways in which it cannot be read have one message.
  }

  throw badRequest('error decoding YAML: the body of the request must be YAML');
}

/**
 * Reads the documents of a YAML text one after the other, as servers in Go read them.
 *
 * @throws Error for a document that cannot be read.
 */
export function* yamlDocuments(text: string): Generator<unknown, void> {
  for (const document of new Composer(OPTIONS).compose(tokensOf(text), true, text.length)) {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    yield yamlValue(document.contents);
  }
}

/** Splits a text into the tokens of its nodes, and looks at their nesting before anything recurses into them. */
function* tokensOf(text: string): Generator<CST.Token, void> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST_NESTING) throw new Error('exceeded max depth');
  }
  yield* parser.end();
}

/** JSON is a part of YAML, and its own parser is much faster. */
function jsonValue(text: string): unknown {
  if (!/^\s*\{/u.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
