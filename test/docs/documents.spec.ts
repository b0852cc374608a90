import { describe, expect, it } from 'vitest';

import { check } from './check.js';
import { fences } from './fences.js';

const found = fences();
const problems = check(found);

describe('the code in the documents', () => {
  it.each(found.map(({ path, line }, index) => [`${path}:${String(line)}`, index] as const))(
    'type checks at %s',
    (_, index) => {
      expect(problems[index]).toEqual([]);
    },
  );
});
