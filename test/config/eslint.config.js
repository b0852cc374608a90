import eslint from '@eslint/js';
import rxjs from 'eslint-plugin-rxjs-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

import { restrictedImports } from './eslint-imports.js';
import { globalsOfLawSix, syntaxOfLawSix } from './eslint-law-six.js';
import { failureExceptions, syntaxOfFailures, syntaxOfMoves } from './eslint-policy-table.js';
import { root } from './root.mjs';
import { longFiles, longFunctions } from './structure-exceptions.js';

const sources = ['packages/*/src/**/*.ts'];
/** One program for nearly all files, as `npm run types` has it: each further program costs as much again. */
const projects = ['tsconfig.json', 'test/types/*/tsconfig.json', 'test/browser/tsconfig.json'];
const specs = ['**/*.spec.ts', 'test/**'];

const doors = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  {
    selector: 'ExportAllDeclaration',
    message: 'Name what is exported.',
  },
  {
    selector:
      'BinaryExpression[operator="instanceof"][right.name=/^(?:Object|Function|Array|Date|RegExp|Promise|Map|Set|WeakMap|WeakSet|URL|Headers|Response|Event|Blob|\\w*Error|DOMException|Abort\\w+|\\w*Stream|\\w*Array|ArrayBuffer|DataView)$/]:not([right.name=/^(?:Transport|Status|Decode|Protocol)Error$/])',
    message:
      'A value of another realm is no instance of this global. Use isError, isBytes or isPlainObject of @rxkube/protocol/internal.',
  },
  {
    selector:
      'Program > :matches(VariableDeclaration, ExportNamedDeclaration) NewExpression[callee.name=/^Text(?:En|De)coder$/]:not(:function *):not(PropertyDefinition[static=false] *)',
    message: 'jsdom has none when modules are loaded. Use encodeUtf8 or decodeUtf8.',
  },
];

export default defineConfig(
  globalIgnores(['**/dist/', '**/coverage/', '**/.cache/']),
  eslint.configs.recommended,
  typescript.configs.strictTypeChecked,
  typescript.configs.stylisticTypeChecked,
  rxjs.configs.strict,
  {
    languageOptions: { parserOptions: { project: projects, tsconfigRootDir: root } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-exports': [
        'error',
        { fixMixedExportsWithInlineTypeSpecifier: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: 'error',
      'no-undef': 'off', // the compiler knows
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      // A caught value is `unknown`, and passing it on is right.
      'rxjs-x/throw-error': ['error', { allowThrowingAny: false, allowThrowingUnknown: true }],
    },
  },
  restrictedImports,
  {
    files: sources,
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...doors],
      'rxjs-x/no-finnish': 'error',
    },
  },
  {
    files: ['packages/{protocol,operators}/src/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...globalsOfLawSix],
      'no-restricted-syntax': ['error', ...doors, ...syntaxOfLawSix],
    },
  },
  {
    files: sources,
    ignores: ['**/*.spec.ts', ...longFiles],
    rules: { 'max-lines': ['error', 300] },
  },
  {
    files: sources,
    ignores: ['**/*.spec.ts', ...longFunctions],
    rules: { 'max-lines-per-function': ['error', 80] },
  },
  {
    files: ['packages/operators/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'packages/operators/src/recovery/next-move.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...doors, ...syntaxOfLawSix, ...syntaxOfMoves],
    },
  },
  {
    files: ['packages/operators/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'packages/operators/src/recovery/**', ...failureExceptions],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...doors,
        ...syntaxOfLawSix,
        ...syntaxOfMoves,
        ...syntaxOfFailures,
      ],
    },
  },
  {
    files: specs,
    rules: {
      // The values of marbles and the results of JSON.parse are `any`.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-require-imports': ['error', { allowAsImport: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off', // types are tested with such
      'no-restricted-globals': 'off',
      // An unhandled error or a missing value fails the test by itself.
      'rxjs-x/no-ignored-default-value': 'off',
      'rxjs-x/no-ignored-error': 'off',
      'rxjs-x/no-nested-subscribe': 'off',
      'rxjs-x/no-subscribe-in-pipe': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo|fails)$/]',
          message: 'Every test runs, and each has to pass.',
        },
      ],
    },
  },
  {
    files: ['test/peers/**'],
    rules: {
      // @kubernetes/client-node declares its objects as classes, and takes them as data.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
);
