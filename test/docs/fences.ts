import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { packages, root } from '../support/packages.js';

/** A block of code in a document that is marked as `ts`. */
export interface Fence {
  /** Path from the root of the workspace. */
  readonly path: string;
  /** Line of its first line of code, from 1. */
  readonly line: number;
  readonly code: string;
  /** The declarations that it assumes: the text of an HTML comment `<!-- ts … -->` before it. */
  readonly given: string;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** All such blocks: in the READMEs, and in the doc comments of the sources. */
export function fences(): readonly Fence[] {
  const documents = ['README.md', 'examples/README.md', 'packages/README.md'].concat(
    packages.map(({ path }) => `${path}/README.md`),
  );
  const sources = packages.flatMap(({ path }) => sourcesIn(`${path}/src`));

  return [
    ...documents
      .filter((path) => existsSync(join(root, path)))
      .flatMap((path) => fencesAmong(path, linesOf(path))),
    ...sources.flatMap((path) => fencesAmong(path, commentsAmong(linesOf(path)))),
  ];
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => `${folder}/${path}`);
}

function linesOf(path: string): readonly Line[] {
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((text, index) => ({ number: index + 1, text }));
}

/** The lines of doc comments, without their stars. */
function commentsAmong(lines: readonly Line[]): readonly Line[] {
  return lines
    .filter(({ text }) => /^\s*\*(?: |$)/u.test(text))
    .map(({ number, text }) => ({ number, text: text.replace(/^\s*\* ?/u, '') }));
}

function fencesAmong(path: string, lines: readonly Line[]): readonly Fence[] {
  const found: Fence[] = [];
  let given = '';

  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]?.text.trim() ?? '';
    const end = (mark: string) =>
      lines.findIndex((line, index) => index > at && line.text.trim() === mark);

    if (text === '<!-- ts') {
      const close = end('-->');
      given = textOf(lines.slice(at + 1, close));
      at = close;
    } else if (text.startsWith('```')) {
      const close = end('```');
      const code = lines.slice(at + 1, close);
      const [first] = code;
      if (text === '```ts' && first !== undefined) {
        found.push({ path, line: first.number, code: textOf(code), given });
      }
      given = '';
      at = close;
    } else if (text !== '') {
      given = '';
    }
  }

  return found;
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}
