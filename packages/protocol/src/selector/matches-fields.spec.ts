import { describe, expect, it } from 'vitest';

import { matchesFields } from './matches-fields.js';
import { parseFieldSelector } from './parse-field-selector.js';

const fields = new Map([
  ['metadata.name', 'a'],
  ['status.phase', 'Running'],
]);

function matches(text: string): boolean {
  return matchesFields(parseFieldSelector(text), (path) => fields.get(path) ?? '');
}

describe('matchesFields', () => {
  it.each([
    ['', true],
    ['metadata.name=a', true],
    ['metadata.name=b', false],
    ['metadata.name!=b', true],
    ['metadata.name!=a', false],
    ['spec.nodeName=', true],
    ['spec.nodeName!=', false],
    ['spec.nodeName!=n1', true],
    ['metadata.name=a,status.phase=Running', true],
    ['metadata.name=a,status.phase!=Running', false],
  ])('answers %o with %s', (text, selected) => {
    expect(matches(text)).toBe(selected);
  });
});
