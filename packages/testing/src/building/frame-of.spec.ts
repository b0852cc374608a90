import { describe, expect, it } from 'vitest';

import { configMap, pod } from './builders.js';
import { frameOf } from './frame-of.js';
import { frame } from './frame.js';

describe('frameOf', () => {
  it.each([
    ['+a@u1/11', frame.added(configMap('a@u1/11'))],
    ['~ns2/a@u1/12', frame.modified(configMap('ns2/a@u1/12'))],
    ['-a@u1/13', frame.deleted(configMap('a@u1/13'))],
    ['BM/20', frame.bookmark('20')],
    ['BM/', frame.bookmark('')],
    ['BMend/20', frame.bookmark('20', { 'k8s.io/initial-events-end': 'true' })],
    ['ERR(410,Expired)', frame.error(410, 'Expired')],
    ['ERR(500,)', frame.error(500, '')],
  ])('reads %s', (short, document) => {
    expect(frameOf(short)).toEqual(document);
  });

  it('builds objects of another kind', () => {
    expect(frameOf('+a@u1/11', pod)).toEqual(frame.added(pod('a@u1/11')));
  });

  it.each(['', 'a@u1/7', 'BM20', 'ERR(410)'])('refuses %j', (short) => {
    expect(() => frameOf(short)).toThrow('a frame must be +object');
  });
});
