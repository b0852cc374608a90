import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { tokenFunction } from './token-function.js';

describe('tokenFunction', () => {
  it('shares a call that is under way, but not an overdue one', async () => {
    let time = 0;
    const answers: ((token: string) => void)[] = [];
    const { current } = tokenFunction(
      () => new Promise((resolve) => answers.push(resolve)),
      () => time,
    );
    const first = firstValueFrom(current);
    time = 59_999;
    const second = firstValueFrom(current);
    time = 60_000;
    const third = firstValueFrom(current);
    answers[0]?.('old');
    const shared = await Promise.all([first, second]);
    const fourth = firstValueFrom(current);
    answers[1]?.('new');

    expect(shared).toEqual(['Bearer old', 'Bearer old']);
    expect(await Promise.all([third, fourth])).toEqual(['Bearer new', 'Bearer new']);
    expect(answers).toHaveLength(2);
  });
});
