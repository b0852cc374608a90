import { expect, it } from 'vitest';

import { failureOf } from './run-script.js';

it('every file keeps the rules of the house', async () => {
  expect(await failureOf('lint')).toBe('');
});
