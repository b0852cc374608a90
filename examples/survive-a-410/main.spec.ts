import { expect, it, vi } from 'vitest';

it('tells how a 410 becomes a relist and one snapshot with the whole difference', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();

  await import('./main.js');

  const story = log.mock.calls.map(([line]: string[]) => String(line));
  expect(story.map((line) => line.replace(/\d+\.\d+\.\d+\.\d+:\d+.*/u, '…'))).toEqual([
    '· ListStarted',
    '= listing:',
    '→ GET /api/v1/pods?limit=500',
    '· Listed cart, web',
    '· ListCompleted 3',
    '= live: shop/cart, shop/web',
    '    Added shop/cart',
    '    Added shop/web',
    '→ GET /api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=3&timeoutSeconds=240',
    '· WatchStarted',
    '! the connection breaks; meanwhile cart goes, web changes, till comes',
    '! the server forgets the history of all that',
    '· Interrupted UND_ERR_SOCKET: GET /api/v1/pods: http://…',
    '= interrupted: shop/cart, shop/web',
    '→ GET /api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=3&timeoutSeconds=240',
    '· Interrupted 410 Expired: too old resource version: 3 (6)',
    '= interrupted: shop/cart, shop/web',
    '· ListStarted',
    '→ GET /api/v1/pods?limit=500&resourceVersion=3&resourceVersionMatch=NotOlderThan',
    '· Listed till, web',
    '· ListCompleted 6',
    '= live: shop/web, shop/till',
    '    Deleted shop/cart (found missing)',
    '    Added shop/till',
    '    Updated shop/web',
  ]);
});
