import * as fetch from '@rxkube/fetch';
import * as operators from '@rxkube/operators';
import * as protocol from '@rxkube/protocol';
import * as snapshots from '@rxkube/snapshots';
import * as undici from '@rxkube/undici';
import * as views from '@rxkube/views';
import { describe, expect, it } from 'vitest';

import * as browser from './browser.js';
import * as node from './index.js';

describe('rxkube', () => {
  it('exports each value of the packages behind it', () => {
    expect(Object.keys(node).sort()).toEqual(
      ['watch', ...[operators, protocol, snapshots, undici, views].flatMap(Object.keys)].sort(),
    );
  });

  it('exports to a browser what opens no connection on Node', () => {
    expect(Object.keys(browser).sort()).toEqual(
      [operators, protocol, snapshots, fetch, views].flatMap(Object.keys).sort(),
    );
  });

  it('has packages behind it that share no name', () => {
    const names = [operators, protocol, snapshots, undici, fetch, views].flatMap(Object.keys);

    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
