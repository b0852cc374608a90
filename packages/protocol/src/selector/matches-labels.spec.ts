import { describe, expect, it } from 'vitest';

import { matchesLabels } from './matches-labels.js';
import { parseLabelSelector } from './parse-label-selector.js';

const labels = { app: 'web', tier: '', size: '10', offset: '-5' };

describe('matchesLabels', () => {
  it.each([
    '',
    'app=web',
    'tier=',
    'app!=db',
    'none!=web',
    'none!=',
    'app in (db,web)',
    'tier in ()',
    'app notin (db)',
    'none notin (web)',
    'app',
    'tier',
    '!none',
    'size>9',
    'size<11',
    'offset<0',
    'app=web,size>9,!none',
  ])('selects by %o', (text) => {
    expect(matchesLabels(parseLabelSelector(text), labels)).toBe(true);
  });

  it.each([
    'app=db',
    'none=web',
    'none=',
    'app!=web',
    'app in (db)',
    'none in ()',
    'app notin (db,web)',
    'none',
    '!app',
    '!tier',
    'size>10',
    'size<10',
    'size>9223372036854775807',
    'app>1',
    'tier<1',
    'none>0',
    'none<9',
    'app=web,none',
  ])('does not select by %o', (text) => {
    expect(matchesLabels(parseLabelSelector(text), labels)).toBe(false);
  });

  it('takes an object without labels for one that has none of them', () => {
    expect(matchesLabels(parseLabelSelector('!app,app!=web'), undefined)).toBe(true);
    expect(matchesLabels(parseLabelSelector('app'), undefined)).toBe(false);
  });

  it('compares beyond what a number holds', () => {
    const large = { n: '9007199254740993' };

    expect(matchesLabels(parseLabelSelector('n>9007199254740992'), large)).toBe(true);
    expect(matchesLabels(parseLabelSelector('n<9007199254740993'), large)).toBe(false);
  });

  it('takes no field of the prototype for a label', () => {
    expect(matchesLabels(parseLabelSelector('constructor'), {})).toBe(false);
    expect(matchesLabels(parseLabelSelector('toString notin (a)'), {})).toBe(true);
  });
});
