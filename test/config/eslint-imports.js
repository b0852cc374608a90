/**
 * The arrows between the packages: what each may import of the others, never back, never sideways.
 * A star marks those of which it needs the types alone.
 */
const arrows = {
  protocol: [],
  snapshots: ['protocol'],
  operators: ['protocol', 'snapshots'],
  undici: ['protocol', 'operators'],
  views: ['protocol', 'snapshots', 'operators'],
  protobuf: ['protocol', 'operators'],
  fetch: ['protocol', 'operators'],
  apiserver: ['protocol', 'operators', 'protobuf'],
  testing: ['protocol', 'snapshots', 'operators', 'apiserver'],
  control: ['protocol', 'operators'],
  rxkube: ['protocol', 'snapshots', 'operators', 'views', 'undici', 'fetch'],
  nestjs: ['rxkube', 'protocol', 'operators'],
  angular: ['protocol', 'operators', 'fetch'],
  cli: ['rxkube', 'protocol', 'operators'],
};

/** Importing that is banned everywhere. */
const paths = [
  {
    name: 'rxjs',
    importNames: ['shareReplay', 'retryWhen', 'repeatWhen'],
    message: 'Use share({ connector, resetOn… }), retry({ delay }) or repeat({ delay }).',
  },
];
const patterns = [
  { regex: '^rxjs/(?!testing$)', message: "Import from 'rxjs' or 'rxjs/testing'." },
  {
    regex: '^(fp-ts|io-ts)/',
    message:
      'Import from the root: deeper paths fail under Node ESM or double the package in bundles.',
  },
  {
    regex:
      '^(?!(@rxkube/protocol/json|@rxkube/protocol/internal|@rxkube/operators/internal|@rxkube/snapshots/internal|@rxkube/protobuf/kinds|rxkube/browser)$)(@rxkube/[^/]+|rxkube)/',
    message:
      'A package has one door, its index. protocol has doors for JSON framing and for values of other realms, operators for packages that send requests, snapshots for packages that build snapshots, protobuf for built-in kinds, and rxkube for browsers.',
  },
];

/** Promises have no place in operators (law 6), so neither have the ways into them. */
const promised = {
  name: 'rxjs',
  importNames: ['firstValueFrom', 'lastValueFrom'],
  message: 'A promise does not follow virtual time.',
};

/** `no-restricted-imports` for all files, and for each package with its arrows. */
export const restrictedImports = [
  { rules: rules(paths, patterns) },
  ...Object.entries(arrows).map(([name, allowed]) => ({
    files: [`packages/${name}/src/**/*.ts`],
    rules: rules(paths, [...patterns, ...arrowsFrom(name, allowed)]),
  })),
  // Specs use the test kit, whatever their package may import.
  ...Object.entries(arrows).map(([name, allowed]) => ({
    files: [`packages/${name}/src/**/*.spec.ts`],
    rules: rules(paths, [...patterns, ...arrowsFrom(name, [...allowed, 'testing'])]),
  })),
  {
    files: ['packages/operators/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: rules([...paths, promised], [...patterns, ...arrowsFrom('operators', arrows.operators)]),
  },
];

/**
 * @param {readonly object[]} paths
 * @param {readonly object[]} patterns
 * @returns {import('eslint').Linter.RulesRecord}
 */
function rules(paths, patterns) {
  return { '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }] };
}

/**
 * @param {string} name
 * @param {readonly string[]} allowed
 */
function arrowsFrom(name, allowed) {
  const typesOnly = allowed.filter((other) => other.endsWith('*')).map(withoutStar);
  const any = allowed.map(withoutStar);
  const message = `${name} may import of the other packages: ${allowed.join(', ') || 'none'} (* = types).`;

  return [
    {
      regex: `^(?!(${any.map(npmName).join('|')})(/json|/internal|/kinds)?$)(@rxkube/|rxkube$)`,
      message,
    },
    { regex: `^(${typesOnly.map(npmName).join('|') || '-'})$`, message, allowTypeImports: true },
    { regex: '^[.].*/src/', message: 'Import other packages by their names.' },
    ...(name === 'protocol' ? [{ regex: '^rxjs', message: 'The protocol knows no streams.' }] : []),
  ];
}

/** @param {string} name */
function withoutStar(name) {
  return name.replace('*', '');
}

/** @param {string} name */
function npmName(name) {
  return name === 'rxkube' ? name : `@rxkube/${name}`;
}
