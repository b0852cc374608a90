import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readKind } from '@rxkube/protobuf/kinds';
import { describe, expect, it } from 'vitest';

import { goModules } from './kinds/go-modules.mjs';
import { schemaFiles } from './kinds/schema.mjs';

const schema = fileURLToPath(new URL('../../packages/protobuf/src/kinds/schema', import.meta.url));
const modules = goModules();
if (modules === undefined) {
  console.warn('The schema of built-in kinds is not compared: Go or its modules are missing.');
}
/** The published examples of all kinds, in which every field has a value. */
const examples = (modules ?? [])
  .map(({ folder }) => join(folder, 'testdata', 'HEAD'))
  .find((folder) => existsSync(folder));
const committed = new Map(
  readdirSync(schema).map((file) => [file, readFileSync(join(schema, file), 'utf8')]),
);
/** The API version and the kind of each example, and the name of its files. */
const kinds = (/KINDS = `\n([\s\S]*?)\n`/u.exec(committed.get('kinds.ts') ?? '')?.[1] ?? '')
  .split('\n')
  .flatMap((line) => {
    const [apiVersion = '', , ...names] = line.split(' ');
    const group = apiVersion === 'v1' ? 'core.v1' : apiVersion.replace('/', '.');

    return names.map((kind) => [`${group}.${kind}`, apiVersion, kind] as const);
  })
  .filter(([file]) => examples !== undefined && existsSync(join(examples, `${file}.pb`)));

describe.runIf(modules !== undefined)('the schema of the built-in kinds', () => {
  it('is up to date; node test/peers/kinds/generate.mjs writes it', () => {
    expect(committed).toEqual(schemaFiles(modules ?? []));
  });

  it.each(kinds)('reads each field of the published example %s', (file, apiVersion, kind) => {
    const example = join(examples ?? '', file);
    const read = readKind(readFileSync(`${example}.pb`), { apiVersion: '', kind: '' });

    expect(read).toMatchObject({ apiVersion, kind });
    expect(JSON.parse(read.json)).toEqual(JSON.parse(readFileSync(`${example}.json`, 'utf8')));
  });
});
