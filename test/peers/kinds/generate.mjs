// Writes the schema of the built-in kinds: node test/peers/kinds/generate.mjs
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { downloadGoModules, goModules } from './go-modules.mjs';
import { schemaFiles } from './schema.mjs';

const folder = fileURLToPath(
  new URL('../../../packages/protobuf/src/kinds/schema', import.meta.url),
);

downloadGoModules();
const modules = goModules();
if (modules === undefined)
  throw new Error('Go or its modules are missing. Install Go (go.dev/dl).');
for (const file of readdirSync(folder)) rmSync(join(folder, file));
for (const [file, text] of schemaFiles(modules)) writeFileSync(join(folder, file), text);
