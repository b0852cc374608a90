import { describe, expect, it } from 'vitest';

import { jsonPath } from './json-path.js';

const document = {
  spec: { size: 3, 'with-dash': 'd', tags: ['x', 'y', 'z'], none: null },
  metadata: { annotations: { 'example.com/a': 'b' } },
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Synced', status: 'False', count: 2 },
    ],
  },
};

describe('jsonPath', () => {
  it.each([
    ['.spec.size', [3]],
    ['spec.size', [3]],
    ['{.spec.size}', [3]],
    ['$.spec.size', [3]],
    ['.spec.with-dash', ['d']],
    ['.spec.none', [null]],
    ["['spec']['size']", [3]],
    ['.spec["size"]', [3]],
    ['.metadata.annotations.example\\.com/a', ['b']],
    ["['metadata'].annotations['example.com/a']", ['b']],
    ['.spec.tags[0]', ['x']],
    ['.spec.tags[-1]', ['z']],
    ['.spec.tags[5]', []],
    ['.spec.tags[*]', ['x', 'y', 'z']],
    ['.spec[*]', []],
    ['.metadata.annotations.*', ['b']],
    ['..type', ['Ready', 'Synced']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [".status.conditions[?(@.type == 'Synced')].status", ['False']],
    ['.status.conditions[?(@.type!="Ready")].type', ['Synced']],
    ['.status.conditions[?(@.count==2)].type', ['Synced']],
    ['.status.conditions[?(@.count)].type', ['Synced']],
    ['.status.other.deep', []],
    ['.constructor', []],
    ['', [document]],
    ['.spec[', []],
    ['.spec size', []],
  ])('leads by %j to %j', (path, values) => {
    expect(jsonPath(path)(document)).toEqual(values);
  });
});
