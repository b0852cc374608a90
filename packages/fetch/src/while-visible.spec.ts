import { onVirtualTime } from '@rxkube/testing';
import { Observable, interval, of } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { whileVisible } from './while-visible.js';

/** A document whose visibility a test changes. */
class PageDocument extends EventTarget {
  visibilityState = 'visible';

  show(state: 'visible' | 'hidden'): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('whileVisible', () => {
  it('releases the source after a while of a hidden page, and subscribes again when the page is shown', () => {
    onVirtualTime((time) => {
      const page = new PageDocument();
      vi.stubGlobal('document', page);
      const log: string[] = [];
      const source = new Observable<never>(() => {
        log.push(`${String(time.now())} subscribed`);

        return () => log.push(`${String(time.now())} released`);
      });
      time.record(source.pipe(whileVisible()), 100_000);
      time.at(10_000, () => {
        page.show('hidden');
      });
      time.at(60_000, () => {
        page.show('visible');
      });
      time.run();

      expect(log).toEqual([
        '0 subscribed',
        '40000 released',
        '60000 subscribed',
        '100000 released',
      ]);
    });
  });

  it('keeps the source if the page is shown again in time', () => {
    onVirtualTime((time) => {
      const page = new PageDocument();
      vi.stubGlobal('document', page);
      time.at(150, () => {
        page.show('hidden');
      });
      time.at(240, () => {
        page.show('visible');
      });

      expect(time.story(interval(100).pipe(whileVisible({ after: 100 })), String, 450)).toEqual([
        '100 0',
        '200 1',
        '300 2',
        '400 3',
      ]);
    });
  });

  it('starts in a page that is hidden from the start', () => {
    onVirtualTime((time) => {
      const page = new PageDocument();
      page.visibilityState = 'hidden';
      vi.stubGlobal('document', page);

      expect(time.story(interval(100).pipe(whileVisible({ after: 250 })), String, 1_000)).toEqual([
        '100 0',
        '200 1',
      ]);
    });
  });

  it('ends with its source', () => {
    onVirtualTime((time) => {
      vi.stubGlobal('document', new PageDocument());

      expect(time.story(of('a').pipe(whileVisible()), String, 10)).toEqual(['0 a', '0 |']);
    });
  });

  it('passes the source outside of a page', () => {
    onVirtualTime((time) => {
      expect(time.story(of('a').pipe(whileVisible()), String, 10)).toEqual(['0 a', '0 |']);
    });
  });
});
