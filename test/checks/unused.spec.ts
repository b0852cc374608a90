import { expect, it } from 'vitest';

import { failureOf } from './run-script.js';

it('no file, export or dependency is unused', async () => {
  expect(await failureOf('unused')).toBe('');
});
