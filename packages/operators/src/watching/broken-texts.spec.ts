import { DecodeError } from '@rxkube/protocol';
import { asyncScheduler } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';

import { marbles } from '../../../../test/support/marbles.js';
import { BrokenTexts } from './broken-texts.js';

const broken = (problem: DecodeError['problem'] = 'json'): DecodeError =>
  new DecodeError({ problem, path: '', expected: 'a document' });

describe('BrokenTexts', () => {
  it(
    'error where one is found, and tell who wants to know',
    marbles((m) => {
      const tell = vi.fn();
      const texts = new BrokenTexts(tell, asyncScheduler);
      const error = broken();
      m.scheduler.schedule(() => {
        texts.found(error);
      }, 3);
      // prettier-ignore
      {
        const source   = m.cold('-a-b-c-');
        const expected =        '-a-#   ';
        m.expect(source.pipe(texts.fail())).toBeObservable(expected, undefined, error);
        m.expect(source).toHaveSubscriptions('^--!');
      }
      m.flush();
      expect(tell).toHaveBeenCalledExactlyOnceWith(error);
    }),
  );

  it(
    'wait for the end of a list that is under way',
    marbles((m) => {
      const texts = new BrokenTexts(undefined, asyncScheduler);
      const error = broken();
      texts.listing();
      m.scheduler.schedule(() => {
        texts.found(error);
      }, 1);
      m.scheduler.schedule(() => {
        texts.listed();
      }, 4);
      // prettier-ignore
      {
        const source   = m.cold('-a-b-c-');
        const expected =        '-a-b#  ';
        m.expect(source.pipe(texts.fail())).toBeObservable(expected, undefined, error);
      }
    }),
  );

  it('are too many with the second one that is no JSON, whoever has found it', () => {
    const texts = new BrokenTexts(undefined, asyncScheduler);
    const found = (problem: DecodeError['problem']): boolean => {
      texts.failed(broken(problem));

      return texts.areTooMany();
    };

    expect([found('json'), found('object'), found('json')]).toEqual([false, false, true]);
  });
});
