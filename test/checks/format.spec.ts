import { expect, it } from 'vitest';

import { failureOf } from './run-script.js';

it('every file is laid out by Prettier', async () => {
  expect(await failureOf('format:check')).toBe('');
});
