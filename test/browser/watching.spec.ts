import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { configMaps } from '@rxkube/protocol';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Shown } from './page/shown.js';
import { chromiumPath, launchChromium } from './support/chromium.js';
import { type PageServer, pageServer } from './support/page-server.js';

describe.skipIf(chromiumPath === undefined)('a page that watches over fetch', () => {
  let browser: Browser;
  let served: PageServer;
  let server: ApiServer;
  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    browser = await launchChromium();
    served = await pageServer('../page/watching-page.ts');
  });

  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  beforeEach(async () => {
    server = createApiServer();
    served.target = (await server.listen()).url;
    page = await opened();
  });

  afterEach(async () => {
    await page.close();
    await server.close();
  });

  async function opened(): Promise<Page> {
    const tab = await browser.newPage();
    messages = [];
    tab.on('console', (message) => messages.push(message.text()));
    tab.on('pageerror', (error) => messages.push(error.message));
    await tab.goto(served.url);

    return tab;
  }

  /** Resolves when the page shows this in a namespace. The limit of the test bounds it. */
  async function shows(namespace: string, expected: Partial<Shown>): Promise<void> {
    await page.waitForFunction(
      ([name, wanted]) => {
        const shown = globalThis.shownIn(name);

        return (
          shown !== undefined &&
          Object.entries(wanted).every(
            ([field, value]) =>
              JSON.stringify(shown[field as keyof Shown]) === JSON.stringify(value),
          )
        );
      },
      [namespace, expected] as const,
      { polling: 20, timeout: 25_000 },
    );
  }

  async function start(...namespaces: readonly string[]): Promise<void> {
    await page.evaluate((names) => {
      for (const name of names) globalThis.startWatch(name);
    }, namespaces);
  }

  const create = (name: string, namespace: string): void => {
    server.store.create(configMaps, { metadata: { name, namespace } });
  };

  it('lists, follows changes, and survives a cut, under a strict policy and without a message', async () => {
    create('first', 'a');
    await start('a');
    await shows('a', { phase: 'live', names: ['first'] });
    create('second', 'a');
    await shows('a', { phase: 'live', names: ['first', 'second'] });
    expect(messages).toEqual([]);

    server.faults.cutWatches();
    create('third', 'a');
    await shows('a', { phase: 'live', names: ['first', 'second', 'third'] });

    // Chromium itself writes about each body that is cut.
    expect(messages.filter((text) => !text.includes('ERR_INCOMPLETE_CHUNKED_ENCODING'))).toEqual(
      [],
    );
    expect(await page.evaluate(() => globalThis.violations)).toEqual([]);
  });

  it('runs four watches, and says of the fifth that it has no place, while a list still has one', async () => {
    for (const namespace of ['a', 'b', 'c', 'd', 'e']) create('first', namespace);
    await start('a', 'b', 'c', 'd');
    for (const namespace of ['a', 'b', 'c', 'd']) await shows(namespace, { phase: 'live' });
    await start('e');
    // It was listed, so the last place was free. Its watch has none.
    await shows('e', { phase: 'interrupted', names: ['first'], code: 'TOO_MANY_WATCHES' });
    await page.evaluate(() => {
      globalThis.stopWatch('a');
    });
    await shows('e', { phase: 'live', names: ['first'] });
    expect(messages).toEqual([]);
  });

  it('ends its requests when the page is put away, and watches again when it comes back', async () => {
    create('first', 'a');
    await start('a');
    await shows('a', { phase: 'live' });
    await page.evaluate(() => {
      globalThis.dispatchEvent(new Event('pagehide'));
    });
    await shows('a', { phase: 'interrupted', code: 'PAGE_HIDDEN' });
    await expect.poll(() => server.watchers, { timeout: 20_000 }).toBe(0);
    create('second', 'a');
    await page.evaluate(() => {
      globalThis.dispatchEvent(new Event('pageshow'));
    });
    await shows('a', { phase: 'live', names: ['first', 'second'] });
  });
});
