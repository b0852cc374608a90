import { DecodeError } from '@rxkube/protocol';
import { Subject, throwError } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';

import { type Thing } from '../../../../test/laws/kube.js';
import { marbles } from '../../../../test/support/marbles.js';
import { type SyncEvent } from '../sync-event.js';
import { BrokenTexts, type BrokenTextsOptions } from './broken-texts.js';

const broken = (problem: DecodeError['problem'] = 'json'): DecodeError =>
  new DecodeError({ problem, path: '', expected: 'a document' });
const deferred: BrokenTextsOptions = { decoding: 'deferred' };
const list: Record<string, SyncEvent<Thing>> = {
  s: { _tag: 'ListStarted' },
  // A version is of no interest here.
  c: { _tag: 'ListCompleted', resourceVersion: '10' as never },
  w: { _tag: 'WatchStarted' },
};

describe('BrokenTexts', () => {
  it(
    'errors with a broken object and reports it',
    marbles((m) => {
      const onBroken = vi.fn();
      const texts = new BrokenTexts({ ...deferred, onBroken });
      const error = broken();
      m.scheduler.schedule(() => {
        texts.onBroken(error);
      }, 3);
      // prettier-ignore
      {
        const source   = m.cold('-w-w-w-', list);
        const expected =        '-w-#   ';
        m.expect(source.pipe(texts.fail())).toBeObservable(expected, list, error);
        m.expect(source).toHaveSubscriptions('^--!');
      }
      m.flush();
      expect(onBroken).toHaveBeenCalledExactlyOnceWith(error);
    }),
  );

  it(
    'waits for the end of a list that is under way',
    marbles((m) => {
      const texts = new BrokenTexts(deferred);
      const error = broken();
      m.scheduler.schedule(() => {
        texts.onBroken(error);
      }, 2);
      // prettier-ignore
      {
        const source   = m.cold('-s---c-w-', list);
        const expected =        '-s---(c#)';
        m.expect(source.pipe(texts.fail())).toBeObservable(expected, list, error);
      }
    }),
  );

  it('passes eager events on as they are', () => {
    const source = new Subject<SyncEvent<Thing>>();

    expect(source.pipe(new BrokenTexts({}).fail())).toBe(source);
  });

  it('ends deferred decoding with the second text that is not JSON', () => {
    const texts = new BrokenTexts(deferred);
    const isEagerAfter = (problem: DecodeError['problem']): boolean => {
      throwError(() => broken(problem))
        .pipe(texts.fail())
        .subscribe({ error: () => undefined });

      return texts.isEager;
    };

    expect([isEagerAfter('json'), isEagerAfter('object'), isEagerAfter('json')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(texts.decoding).toMatchObject({ decoding: 'eager' });
  });
});
