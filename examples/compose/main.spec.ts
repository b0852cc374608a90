import { expect, it, vi } from 'vitest';

it('follows the pods that run: one that starts comes in, one that fails goes', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();

  await import('./main.js');

  expect(log.mock.calls.map(([line]: unknown[]) => line)).toEqual([
    'running at 3: shop/web-0',
    'running at 4: shop/web-0, shop/web-1',
    'running at 5: shop/web-1',
    'running at 6: shop/web-1, shop/web-0',
  ]);
});
