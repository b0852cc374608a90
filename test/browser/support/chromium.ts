import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { type Browser, chromium } from 'playwright-core';

/** Names of Chromium's program in the packages of distributions. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of Chromium on this machine, if it has one. */
export const chromiumPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

if (chromiumPath === undefined) {
  console.log(
    'browser: there is no Chromium on this machine, so its tests are skipped; on Debian install the package chromium',
  );
}

/** Starts Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('there is no Chromium on this machine');

  return chromium.launch({
    executablePath: chromiumPath,
    // Its sandbox does not start for root, and it only opens the pages of these tests.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
