import { describe, expect, it } from 'vitest';

import { validateNames } from './known-names.js';

const known = ['pageSize', 'lifetime', 'idleLimit', 'namespace', 'key'];

function problemOf(options: object): string {
  try {
    validateNames(options, known);

    return '';
  } catch (error) {
    return (error as { readonly message: string }).message;
  }
}

describe('validateNames', () => {
  it.each([{}, { pageSize: 1, key: 2 }, { pagesize: undefined }])('accepts %j', (options) => {
    expect(problemOf(options)).toBe('');
  });

  it.each([
    ['pagesize', 'pageSize'],
    ['page_size', 'pageSize'],
    ['pageSizes', 'pageSize'],
    ['lifeTime', 'lifetime'],
    ['idelLimit', 'idleLimit'],
    ['namespaces', 'namespace'],
    ['ky', 'key'],
  ])('names the nearest option for %s', (name, nearest) => {
    expect(problemOf({ [name]: 1 })).toBe(
      `invalidArgument: ${name}: is not an option; did you mean \`${nearest}\`?`,
    );
  });

  it.each(['frobnicate', 'x', '__proto__'])('names all options if none is like %s', (name) => {
    expect(problemOf(JSON.parse(`{"${name}":1}`) as object)).toBe(
      `invalidArgument: ${name}: is not an option; the options are ${known.join(', ')}`,
    );
  });
});
