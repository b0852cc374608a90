// Module hooks: loads the TypeScript sources file by file, so that files and functions keep their names.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

import { traceCalls } from './trace-calls.mjs';

let isTraced = false;

/** @param {{ readonly isTraced: boolean }} data */
export function initialize(data) {
  ({ isTraced } = data);
}

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  const isSource = context.parentURL?.endsWith('.ts') === true && specifier.startsWith('.');

  return nextResolve(isSource ? specifier.replace(/\.js$/u, '.ts') : specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const fileName = fileURLToPath(url);
  const { outputText } = ts.transpileModule(await readFile(fileName, 'utf8'), {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
    transformers: isTraced ? { after: [traceCalls(url)] } : {},
  });

  return { format: 'module', source: outputText, shortCircuit: true };
}
