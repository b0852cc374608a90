import { expect, it } from 'vitest';

import { failureOf } from './run-script.js';

it('every file type checks, specs and tests of types too', async () => {
  expect(await failureOf('types')).toBe('');
});
