import { describe, it } from 'vitest';

import { realPipe } from './pipe.js';
import { chapters } from './stories.js';

describe.each(Object.entries(chapters))('%s', (_chapter, stories) => {
  it.each(stories.map(({ name, tell }) => [name, tell] as const))(
    '%s',
    (_name, tell) => {
      tell(realPipe);
    },
    60_000,
  );
});
