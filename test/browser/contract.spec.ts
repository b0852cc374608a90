import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { originOf } from '../http/contract/origin.js';
import { type Origin, promises } from '../http/contract/promises.js';
import { chromiumPath, launchChromium } from './support/chromium.js';
import { type PageServer, pageServer } from './support/page-server.js';

describe.skipIf(chromiumPath === undefined)('fetchTransport in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let served: PageServer;
  let server: ApiServer;
  let origin: Origin;

  beforeAll(async () => {
    browser = await launchChromium();
    served = await pageServer('../page/contract-page.ts');
    page = await browser.newPage();
    await page.exposeFunction(
      'controlOrigin',
      (name: keyof Origin, args: readonly [string, string?]) => origin[name](...args),
    );
    await page.goto(served.url);
  });

  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  beforeEach(async () => {
    server = createApiServer();
    origin = originOf(server);
    served.target = (await server.listen()).url;
  });

  afterEach(() => server.close());

  it.each(promises)('$title', async ({ title }) => {
    await expect(
      page.evaluate((asked) => globalThis.keepPromise(asked), title),
    ).resolves.toBeUndefined();
  });
});
