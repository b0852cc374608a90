import { describe, it } from 'vitest';

import { realPipe } from '../marbles/pipe.js';
import { framingProperties } from './framing.js';

describe('framing', () => {
  it.each(framingProperties(200))('$name', ({ tell }) => {
    tell(realPipe);
  });
});
