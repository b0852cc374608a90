import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../support/packages.js';
import { filesOf } from './files-of.js';

const folder = 'packages/protocol/docs';
const fieldCases = read(`${folder}/field-cases.md`);
const laws = read(`${folder}/laws.md`);
const serverBehaviour = read(`${folder}/server-behaviour.md`);
const files = filesOf(/\.(?:md|[cm]?[jt]s)$/u).filter((path) => !path.startsWith(folder));

describe('the references', () => {
  it('to field cases resolve', () => {
    expect(unresolved(/\bB\d\d(?:\.\d+)?\b/gu, hasFieldCase)).toEqual([]);
  });

  it('to laws resolve', () => {
    expect(
      unresolved(/\blaws? \d+/giu, (words) => laws.includes(`## L${words.slice(1)}: `)),
    ).toEqual([]);
  });

  it('to sections on the server in titles of stories resolve', () => {
    expect(
      unresolved(/(?<=story\(\s*['`](?:\d\.\d+ )?)\d\.\d+(?= )/gu, (section) =>
        hasSection(section),
      ),
    ).toEqual([]);
  });

  it('to rows of these sections resolve', () => {
    expect(unresolved(/(?<=rows: \[[^\]]*')\d\.\d+[^']*(?=')/gu, (row) => hasRow(row))).toEqual([]);
  });

  it('are found at all', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(unresolved(/\bB\d\d\b/gu, () => false).length).toBeGreaterThan(50);
    expect(
      unresolved(/(?<=rows: \[[^\]]*')\d\.\d+[^']*(?=')/gu, () => false).length,
    ).toBeGreaterThan(50);
  });
});

function unresolved(pattern: RegExp, isKnown: (reference: string) => boolean): readonly string[] {
  return files.flatMap((path) =>
    [...read(path).matchAll(pattern)]
      .filter(([reference]) => !isKnown(reference))
      .map(([reference]) => `${path}: ${reference}`),
  );
}

function hasFieldCase(reference: string): boolean {
  const [name = '', variant] = reference.split('.');
  const [, text] = fieldCases.split(`### ${name}: `);
  const [body = ''] = text?.split('\n##') ?? [];

  return text !== undefined && (variant === undefined || body.includes(`\n${variant}. `));
}

function hasSection(section: string): boolean {
  return serverBehaviour.includes(`\n## ${section} `);
}

function hasRow(reference: string): boolean {
  const [, section = '', row] = /^(\S+)(?: (.*))?$/u.exec(reference) ?? [];
  const [, text = ''] = serverBehaviour.split(`\n## ${section} `);
  const [body = ''] = text.split('\n## ');
  const cells = [...body.matchAll(/^\| (.*?) +\|/gmu)].map(([, cell = '']) =>
    cell.replaceAll('`', ''),
  );

  return hasSection(section) && (row === undefined || cells.includes(row));
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
