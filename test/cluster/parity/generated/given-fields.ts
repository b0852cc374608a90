/** The fields that the requests of a history have set, as a tree. All items of a list share the branch `*`. */
export type GivenFields = Map<string, GivenFields>;

type Fields = Readonly<Record<string, unknown>>;

/** Adds the fields of one request body to the tree. */
export function addGiven(given: GivenFields, body: unknown): void {
  if (isOperations(body)) {
    for (const { path, value, from } of body) {
      addAt(given, path, value);
      if (typeof from === 'string') addAt(given, from, undefined);
    }

    return;
  }
  addValue(given, body);
}

/** Keeps of a value only the fields that some request gave. */
export function onlyGiven(value: unknown, given: GivenFields | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => onlyGiven(item, given?.get('*')));
  if (!isFields(value)) return value;

  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => given?.has(name) === true)
      .map(([name, part]): [string, unknown] => [name, onlyGiven(part, given?.get(name))])
      // An empty object may be a default, unless a request gave just that.
      .filter(
        ([name, part]) =>
          !isEmptyObject(part) || (name !== 'status' && given?.get(name)?.size === 0),
      ),
  );
}

/** Keeps of a set of owned fields only those that some request gave. */
export function onlyGivenOwned(owned: unknown, given: GivenFields | undefined): unknown {
  if (!isFields(owned)) return owned;

  return Object.fromEntries(
    Object.entries(owned).flatMap(([name, part]): [string, unknown][] => {
      if (name === '.') return [[name, part]];
      const branch = given?.get(name.startsWith('f:') ? name.slice(2) : '*');
      if (name === 'f:metadata') return [[name, part]];

      if (branch === undefined && !name.startsWith('v:')) return [];
      const left = onlyGivenOwned(part, branch);

      return isEmptyObject(left) && !isEmptyObject(part) ? [] : [[name, left]];
    }),
  );
}

function addValue(given: GivenFields, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) addValue(branchOf(given, '*'), item);
  } else if (isFields(value)) {
    for (const [name, part] of Object.entries(value)) {
      // A server moves the texts of a secret into its data.
      addValue(branchOf(given, name === 'stringData' ? 'data' : name), part);
    }
  }
}

function addAt(given: GivenFields, path: string, value: unknown): void {
  const names = path.split('/').slice(1);
  for (const [at, name] of names.entries()) {
    // Whether a number is a field or an item shows only on the server, so it counts as both.
    if (/^(?:\d+|-)$/u.test(name)) {
      addAt(branchOf(given, '*'), ['', ...names.slice(at + 1)].join('/'), value);
    }
    given = branchOf(given, name.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  addValue(given, value);
}

function branchOf(given: GivenFields, name: string): GivenFields {
  const branch = given.get(name) ?? new Map<string, GivenFields>();
  given.set(name, branch);

  return branch;
}

interface Operation {
  readonly path: string;
  readonly from?: unknown;
  readonly value?: unknown;
}

function isOperations(body: unknown): body is readonly Operation[] {
  return (
    Array.isArray(body) && body.every((item) => isFields(item) && typeof item['path'] === 'string')
  );
}

function isEmptyObject(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length === 0;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
