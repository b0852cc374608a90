import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { root } from '../support/packages.js';

/** A paragraph, comment, title or error text, in one line. */
export interface Prose {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * The prose of one file: the paragraphs of a document, or the comments, test titles and error texts of a source.
 *
 * Fenced code, `code spans` and "quotations" are left out: they may quote a server.
 */
export function proseOf(path: string): readonly Prose[] {
  const text = readFileSync(join(root, path), 'utf8');
  const found = path.endsWith('.md') ? paragraphsOf(text) : proseOfSource(path, text);

  return found.map(({ line, text: prose }) => ({ line, text: withoutQuotations(prose) }));
}

function withoutQuotations(text: string): string {
  return text
    .replace(/`[^`]*`/gu, 'CODE')
    .replace(/"[^"]*"/gu, 'QUOTE')
    .replace(/\]\([^)]*\)/gu, ']')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Paragraphs, list items and table cells of a Markdown text. */
function paragraphsOf(markdown: string, first = 1): readonly Prose[] {
  const found: Prose[] = [];
  let open: { line: number; words: string[] } | undefined;
  let isCode = false;

  const close = (): void => {
    if (open !== undefined) found.push({ line: open.line, text: open.words.join(' ') });
    open = undefined;
  };
  for (const [index, line] of markdown.split('\n').entries()) {
    const words = line.trim();
    if (words.startsWith('```')) {
      close();
      isCode = !isCode;
    } else if (words === '' || isCode || /^(?: {4}|<!--|-->)/u.test(line)) {
      close();
    } else if (words.startsWith('|')) {
      close();
      found.push(...words.split('|').map((cell) => ({ line: first + index, text: cell.trim() })));
    } else {
      if (/^(?:#+|[-*]|\d+\.|@\w+) /u.test(words)) close();
      open ??= { line: first + index, words: [] };
      open.words.push(words.replace(/^(?:#+|[-*]|\d+\.) /u, ''));
    }
  }
  close();

  return found;
}

function proseOfSource(path: string, text: string): readonly Prose[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);

  return [...commentsOf(source), ...textsOf(source)];
}

function commentsOf(source: ts.SourceFile): readonly Prose[] {
  const blocks = new Map<number, { end: number; words: string }>();
  let last: number | undefined;

  for (const { pos, end, kind } of commentRangesOf(source)) {
    const raw = source.text.slice(pos, end);
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const words = isLine
      ? raw.replace(/^\/\/ ?/u, '')
      : raw
          .replace(/^\/\*+/u, '')
          .replace(/\*\/$/u, '')
          .replace(/^ *\* ?/gmu, '');
    const before = last === undefined ? undefined : blocks.get(last);

    if (isLine && before !== undefined && /^\s*$/u.test(source.text.slice(before.end, pos))) {
      before.end = end;
      before.words += `\n${words}`;
    } else {
      last = isLine ? pos : undefined;
      blocks.set(pos, { end, words });
    }
  }

  return [...blocks].flatMap(([pos, { words }]) => paragraphsOf(words, lineAt(source, pos)));
}

function commentRangesOf(source: ts.SourceFile): readonly ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ]) {
      found.set(range.pos, range);
    }
    node.getChildren(source).forEach(visit);
  };
  visit(source);

  return [...found.values()].sort((one, other) => one.pos - other.pos);
}

/** Titles of tests, and texts inside `new …Error(…)`. */
function textsOf(source: ts.SourceFile): readonly Prose[] {
  const found: Prose[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node
        .getText(source)
        .slice(1, -1)
        .replace(/\$\{[^}]*\}/gu, 'CODE');
      if (/\w \w/u.test(text)) found.push({ line: lineAt(source, node.getStart(source)), text });
    }
    node.getChildren(source).forEach(collect);
  };
  const visit = (node: ts.Node): void => {
    const isError = ts.isNewExpression(node) && node.expression.getText(source).endsWith('Error');
    const [title] = ts.isCallExpression(node) && isTest(node, source) ? node.arguments : [];

    if (isError) collect(node);
    else if (title !== undefined) collect(title);
    if (!isError) node.getChildren(source).forEach(visit);
  };
  visit(source);

  return found;
}

function isTest({ expression }: ts.CallExpression, source: ts.SourceFile): boolean {
  return /^(?:describe|it|test|story)\b/u.test(expression.getText(source));
}

function lineAt(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
