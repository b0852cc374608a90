import * as fetch from '@rxkube/fetch';
import * as operators from '@rxkube/operators';
import * as protocol from '@rxkube/protocol';
import * as undici from '@rxkube/undici';
import { describe, expect, it } from 'vitest';

import * as browser from './browser.js';
import * as node from './index.js';

describe('rxkube', () => {
  it('exports each value of the packages behind it', () => {
    expect(Object.keys(node).sort()).toEqual(
      ['watch', ...[operators, protocol, undici].flatMap(Object.keys)].sort(),
    );
  });

  it('exports to a browser what opens no connection on Node', () => {
    expect(Object.keys(browser).sort()).toEqual(
      [operators, protocol, fetch].flatMap(Object.keys).sort(),
    );
  });
});
