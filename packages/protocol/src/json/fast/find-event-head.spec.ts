import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findEventHead as findByBytes } from '../plain/find-event-head.js';
import { findEventHead } from './find-event-head.js';

const name = fc.stringMatching(/^[a-z0-9-]{1,20}$/u);
const field = fc.oneof(
  ...['name', 'namespace', 'uid', 'resourceVersion', 'generateName'].map((key) =>
    name.map((value) => [key, value] as const),
  ),
  fc.constantFrom<readonly [string, unknown]>(
    ['labels', { name: 'x', uid: '"' }],
    ['managedFields', [{ manager: ']', fieldsV1: { 'f:name': {} } }]],
    ['ownerReferences', [{ name: 'x', uid: 'y' }]],
    ['generation', 7],
  ),
);
const metadata = fc.uniqueArray(field, { selector: ([key]) => key, maxLength: 9 });

describe('findEventHead', () => {
  it('finds the head that the plain function finds', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.constantFrom('ADDED', 'MODIFIED', 'FROB'), metadata, (type, fields) => {
        const text = JSON.stringify({ type, object: { metadata: Object.fromEntries(fields) } });
        const bytes = new TextEncoder().encode(text);
        const head = findEventHead(text, bytes)?.head;
        if (head !== undefined) found++;

        expect(head && { ...head }).toEqual(findByBytes(text, bytes)?.head);
      }),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
