import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import { packages } from '../support/packages.js';
import { type Declaration, type Extract, extract } from './extract.js';

const extracts = new Map<string, Extract>();

/** Kinds of declarations that exist at run time. */
const values = new Set(['Class', 'Enum', 'Function', 'Namespace', 'Variable']);

/** The entry that packages of this repository share. It is not public. */
const INTERNAL = './internal';

/** The modules that a user can import, by name, such as `@rxkube/protocol/json`. */
const entries = packages.flatMap((place) =>
  Object.keys(place.manifest['exports'] as object)
    .filter((path) => path !== INTERNAL)
    .map((path) => {
      const file = path === '.' ? 'index' : path.slice('./'.length);

      return { name: `${place.manifest.name}${path.slice(1)}`, place, file };
    }),
);

describe.each(entries.map(({ name, place, file }) => [name, place.folder, file] as const))(
  'the public names of %s',
  (name, folder, file) => {
    it('are those of the report; npm run api:update writes it', async () => {
      const { report } = extractOf(name);

      await expect(report).toMatchFileSnapshot(
        join(folder, file === 'index' ? 'api.md' : `api-${file}.md`),
      );
    });

    it('use no type that is not public, and no unknown tag', () => {
      expect(extractOf(name).problems).toEqual([]);
    });

    it('are documented, each with @since', () => {
      const { declarations } = extractOf(name);
      const documented = new Set(
        declarations
          .flatMap(withMembers)
          .filter(isDocumented)
          .map((declaration) => declaration.name),
      );
      const missing = declarations
        .flatMap(withMembers)
        .map(({ name }) => name)
        .filter((name) => !documented.has(name));

      expect(missing).toEqual([]);
    });

    it('are there at run time, and no others', () => {
      const program =
        'import(process.argv[1]).then((m) => console.log(JSON.stringify(Object.keys(m))))';
      const url = pathToFileURL(join(folder, 'dist', `${file}.js`)).href;
      const printed = execFileSync(process.execPath, ['-e', program, url], { encoding: 'utf8' });

      expect(JSON.parse(printed)).toEqual([...valuesOf(name)].sort());
    });
  },
);

function extractOf(name: string): Extract {
  const known = extracts.get(name);
  if (known !== undefined) return known;
  const entry = entries.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`no package of the workspace has the entry ${name}`);
  const extracted = extract(entry.place, entry.file);
  extracts.set(name, extracted);

  return extracted;
}

/** The names of an entry that exist at run time, with those that it re-exports. */
function valuesOf(name: string): Set<string> {
  const { declarations, report } = extractOf(name);
  const own = declarations.filter(({ kind }) => values.has(kind)).map((value) => value.name);
  const imported = [...report.matchAll(/^import \{ (\w+) \} from '(.+)';$/gmu)];
  const reexported = imported
    .filter(([, value = '', from = '']) => isExported(report, value) && isValueOf(from, value))
    .map(([, value = '']) => value);

  return new Set([...own, ...reexported]);
}

function isExported(report: string, name: string): boolean {
  return report.includes(`\nexport { ${name} }\n`);
}

function isValueOf(entry: string, name: string): boolean {
  return entries.some((each) => each.name === entry) && valuesOf(entry).has(name);
}

/** A module that is exported under a name has no comment of its own; its members have. */
function withMembers(declaration: Declaration): readonly Declaration[] {
  return declaration.kind === 'Namespace' ? (declaration.members ?? []) : [declaration];
}

function isDocumented({ docComment }: { readonly docComment: string }): boolean {
  const text = docComment.replace(/@since \d+\.\d+\.\d+/u, '');

  return text !== docComment && /\w/u.test(text);
}
