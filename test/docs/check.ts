import { dirname, join } from 'node:path';

import ts from 'typescript';

import { packages, root } from '../support/packages.js';
import { type Fence } from './fences.js';

const given = join(root, 'test/docs/given.js');
const from = [...packages.map(({ manifest }) => manifest.name), given, 'rxjs', 'rxjs/testing'];

/** A piece of code as a module in the folder of its document, so that imports resolve as they do there. */
interface Module {
  readonly fence: Fence;
  readonly file: string;
  readonly text: string;
  /** The number of lines before the code. */
  readonly before: number;
}

/**
 * Type checks pieces of code as modules of their own against the sources of the packages.
 *
 * A piece without an import gets the public names of the packages and of rxjs that it uses, its own package first.
 *
 * @returns for each its problems, as `line: message`.
 */
export function check(fences: readonly Fence[]): readonly (readonly string[])[] {
  const options = compilerOptions();
  const names = publicNames(options);
  const modules = fences.map((fence, index) => moduleOf(fence, index, names));
  const program = programOf(options, modules);

  return modules.map(({ fence, file, before }) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText, file: source, start = 0 }) => {
        const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
        const message = ts.flattenDiagnosticMessageText(messageText, '\n');

        return `${fence.path}:${String(fence.line + line - before)}: ${message}`;
      }),
  );
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'test/tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'test'));

  return {
    ...options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    moduleDetection: ts.ModuleDetectionKind.Force,
    verbatimModuleSyntax: false, // the imports added here do not tell types from values
  };
}

/** The module of each public name, by package. */
function publicNames(options: ts.CompilerOptions): ReadonlyMap<string, ReadonlySet<string>> {
  const probe = join(root, 'test/docs/names.ts');
  const text = from.map((name) => `import ${JSON.stringify(name)};`).join('\n');
  const program = programOf(options, [{ file: probe, text }]);
  const checker = program.getTypeChecker();
  const imports = program.getSourceFile(probe)?.statements.filter(ts.isImportDeclaration) ?? [];

  return new Map(
    imports.map(({ moduleSpecifier }, index) => {
      const symbol = checker.getSymbolAtLocation(moduleSpecifier);
      const names = symbol === undefined ? [] : checker.getExportsOfModule(symbol);

      return [from[index] ?? '', new Set(names.map(({ name }) => name))];
    }),
  );
}

function moduleOf(
  fence: Fence,
  index: number,
  names: ReadonlyMap<string, ReadonlySet<string>>,
): Module {
  const file = join(root, dirname(fence.path), `fence-${String(index)}.ts`);
  const written = `${fence.given}\n${fence.code}`;
  const source = ts.createSourceFile(file, written, ts.ScriptTarget.ESNext, true);
  const header = source.statements.some(ts.isImportDeclaration)
    ? ''
    : importsFor(source, own(fence.path), names);

  return {
    fence,
    file,
    text: `${header}\n${written}`,
    before: 1 + fence.given.split('\n').length,
  };
}

function own(path: string): string | undefined {
  return packages.find((place) => path.startsWith(`${place.path}/`))?.manifest.name;
}

function importsFor(
  source: ts.SourceFile,
  first: string | undefined,
  names: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const { used, declared } = identifiersOf(source);
  const order = first === undefined ? from : [first, ...from.filter((name) => name !== first)];

  return [...used]
    .filter((name) => !declared.has(name))
    .map((name) => [name, order.find((module) => names.get(module)?.has(name))] as const)
    .filter(([, module]) => module !== undefined)
    .map(([name, module]) => `import { ${name} } from ${JSON.stringify(module)};`)
    .join(' ');
}

function identifiersOf(source: ts.SourceFile): {
  readonly used: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
} {
  const used = new Set<string>();
  const declared = new Set<string>();

  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isMember =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node);
      const isDeclared =
        'name' in parent &&
        parent.name === node &&
        (ts.isVariableDeclaration(parent) ||
          ts.isBindingElement(parent) ||
          ts.isParameter(parent) ||
          ts.isFunctionDeclaration(parent) ||
          ts.isClassDeclaration(parent) ||
          ts.isInterfaceDeclaration(parent) ||
          ts.isTypeAliasDeclaration(parent) ||
          ts.isTypeParameterDeclaration(parent));
      if (isDeclared) declared.add(node.text);
      else if (!isMember) used.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);

  return { used, declared };
}

/** A program whose roots are in memory, wherever they claim to be. */
function programOf(
  options: ts.CompilerOptions,
  modules: readonly { readonly file: string; readonly text: string }[],
): ts.Program {
  const texts = new Map(modules.map(({ file, text }) => [file, text]));
  const host = ts.createCompilerHost(options);
  const fallback = join(root, 'test/docs/names.ts');

  return ts.createProgram([...texts.keys()], options, {
    ...host,
    fileExists: (file) => texts.has(file) || host.fileExists(file),
    readFile: (file) => texts.get(file) ?? host.readFile(file),
    getSourceFile: (file, language, ...rest) => {
      const text = texts.get(file);

      return text === undefined
        ? host.getSourceFile(file, language, ...rest)
        : ts.createSourceFile(file, text, language, true);
    },
    resolveModuleNameLiterals: (literals, containing, redirected, settings, source) =>
      literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(source, literal, settings);
        const resolve = (place: string) =>
          ts.resolveModuleName(literal.text, place, settings, host, undefined, redirected, mode);
        const resolved = resolve(containing);

        return resolved.resolvedModule === undefined && texts.has(containing)
          ? resolve(fallback)
          : resolved;
      }),
  });
}
