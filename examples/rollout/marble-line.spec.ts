import { type SyncEvent } from 'rxkube';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { marbleLine } from './marble-line.js';

const started: SyncEvent<unknown> = { _tag: 'ListStarted' };
const opened: SyncEvent<unknown> = { _tag: 'WatchStarted' };

describe('marbleLine', () => {
  it('draws each tenth of a second once, and keeps the newest characters', () => {
    new TestScheduler((actual, expected) => {
      expect(actual).toEqual(expected);
    }).run(({ cold, expectObservable }) => {
      const events$ = cold('(swww) 150ms w 250ms |', { s: started, w: opened });

      expectObservable(events$.pipe(marbleLine(7))).toBe('100ms a 99ms b 99ms c 99ms d 6ms (e|)', {
        a: '(sw)',
        b: '(sw)w',
        c: '(sw)w-',
        d: '(sw)w--',
        e: 'sw)w---',
      });
    });
  });
});
