import { type ApiRequest } from '@rxkube/protocol';
import { onVirtualTime } from '@rxkube/testing';
import { NEVER, Observable, Subject, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { RequestPlaces } from './request-places.js';

const list: ApiRequest = { method: 'GET', path: '/api/v1/pods', query: {}, headers: {} };
const watch: ApiRequest = { ...list, query: { watch: 'true' } };

describe('RequestPlaces', () => {
  it('gives watches all places but one, and says why the next one has none', () => {
    const places = new RequestPlaces(undefined);
    for (let index = 0; index < 4; index += 1) NEVER.pipe(places.admit(watch)).subscribe();
    const errors: unknown[] = [];
    NEVER.pipe(places.admit(watch)).subscribe({ error: (error: unknown) => errors.push(error) });

    expect(errors).toMatchObject([
      {
        _tag: 'TransportError',
        code: 'TOO_MANY_WATCHES',
        phase: 'request',
        request: 'GET /api/v1/pods',
        problem:
          '4 requests are open, 4 watches among them, so this one has no place: a browser opens only six connections to an origin over HTTP/1.1, for all tabs together; use HTTP/2, a WebSocket, or fewer watches',
      },
    ]);
  });

  it('keeps the last place for a list', () => {
    const places = new RequestPlaces(2);
    NEVER.pipe(places.admit(watch)).subscribe();
    const seen: string[] = [];
    of('list')
      .pipe(places.admit<string>(list))
      .subscribe((value) => seen.push(value));

    expect(seen).toEqual(['list']);
  });

  it('lets lists wait in the order of arrival', () => {
    const places = new RequestPlaces(2);
    const ends = [0, 1, 2, 3].map(() => new Subject<never>());
    const started: number[] = [];
    for (const [index, end] of ends.entries()) {
      new Observable<never>((subscriber) => {
        started.push(index);
        subscriber.add(end.subscribe(subscriber));
      })
        .pipe(places.admit(list))
        .subscribe();
    }
    expect(started).toEqual([0, 1]);
    ends[1]?.complete();
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.complete();
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('fails a list that has waited for 5 s', () => {
    onVirtualTime((time) => {
      const places = new RequestPlaces(2);
      for (let index = 0; index < 2; index += 1) NEVER.pipe(places.admit(list)).subscribe();
      const waiting = time.record(NEVER.pipe(places.admit(list)), 60_000);
      time.run();

      expect(waiting.failure).toMatchObject({ at: 5_000, error: { code: 'TOO_MANY_REQUESTS' } });
    });
  });

  it.each([
    [
      'a completion',
      (end: Subject<never>) => {
        end.complete();
      },
    ],
    [
      'an error',
      (end: Subject<never>) => {
        end.error(new Error('cut'));
      },
    ],
  ])('frees the place before its subscriber sees %s', (_name, end) => {
    const places = new RequestPlaces(2);
    const first = new Subject<never>();
    const errors: unknown[] = [];
    let reopened = 0;
    const reopen = (): void => {
      new Observable<never>(() => {
        reopened += 1;
      })
        .pipe(places.admit(watch))
        .subscribe({ error: (error: unknown) => errors.push(error) });
    };
    first.pipe(places.admit(watch)).subscribe({ error: reopen, complete: reopen });
    end(first);

    expect(errors).toEqual([]);
    expect(reopened).toBe(1);
  });

  it('frees a place once, also if its source fails at once', () => {
    const places = new RequestPlaces(3);
    for (let index = 0; index < 10; index += 1) {
      throwError(() => new Error('refused'))
        .pipe(places.admit(watch))
        .subscribe({ error: () => undefined });
    }
    const open = [0, 1].map(() => NEVER.pipe(places.admit(watch)).subscribe());
    const failed: unknown[] = [];
    NEVER.pipe(places.admit(watch)).subscribe({ error: (error: unknown) => failed.push(error) });
    open[0]?.unsubscribe();
    NEVER.pipe(places.admit(watch)).subscribe({ error: (error: unknown) => failed.push(error) });

    expect(failed).toHaveLength(1);
  });

  it('has 90 places after HTTP/2 was seen, but keeps a limit of yours', () => {
    const growing = new RequestPlaces(undefined);
    growing.grow();
    const fixed = new RequestPlaces(2);
    fixed.grow();
    const refused: unknown[] = [];
    const open = (places: RequestPlaces, count: number): void => {
      for (let index = 0; index < count; index += 1) {
        NEVER.pipe(places.admit(watch)).subscribe({
          error: (error: unknown) => refused.push(error),
        });
      }
    };
    open(growing, 90);
    expect(refused).toHaveLength(1);
    open(fixed, 2);
    expect(refused).toHaveLength(2);
    expect(refused[1]).toHaveProperty('problem', expect.stringContaining('maxRequests is 2'));
  });
});
