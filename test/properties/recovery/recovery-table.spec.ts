import { describe, expect, it } from 'vitest';

import { realPipe } from '../../marbles/pipe.js';
import { recoveryTable } from './recovery-table.js';

describe('the times to recover', () => {
  it('are those that are written down', async () => {
    const table = recoveryTable(realPipe);
    console.info(`From the end of a failure to the first live and equal snapshot:\n${table}`);
    await expect(table).toMatchFileSnapshot('time-to-recover.md');
  }, 60_000);
});
