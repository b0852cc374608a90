import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';
import { type Observable, concatMap, delay, mergeMap, of, take } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { onVirtualTime } from '../time/on-virtual-time.js';
import { failedRequest, listResponse, noResponse, response, statusResponse } from './responses.js';
import { onList, onWatch, scriptedTransport } from './scripted-transport.js';
import { cut, idle } from './timed-bytes.js';

const list: ApiRequest = { method: 'GET', path: '/api/v1/pods', query: {}, headers: {} };
const watch: ApiRequest = { ...list, query: { watch: 'true', resourceVersion: '10' } };

const text = (response: Observable<ApiResponse>): Observable<string> =>
  response.pipe(
    mergeMap(({ body }) => body),
    concatMap((chunk) => of(new TextDecoder().decode(chunk))),
  );

describe('scriptedTransport', () => {
  it('answers by order and by kind, and keeps a record with times', () => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([
        onWatch(response({ body: ['w', idle] })),
        onList(response({ after: 5, status: 201, headers: { x: 'y' }, body: ['one', 5, 'two'] })),
        onList(listResponse('10', [])),
      ]);
      const first = time.record(text(transport(list)), 100);
      const second = time.record(text(transport(list)), 100);
      const third = time.record(text(transport(watch)), 50);
      time.run();
      expect(first.values).toEqual([
        { at: 5, value: 'one' },
        { at: 10, value: 'two' },
      ]);
      expect(first.completedAt).toBe(10);
      expect(JSON.parse(second.values[0]?.value ?? '')).toMatchObject({
        metadata: { resourceVersion: '10' },
        items: [],
      });
      expect(third.values.map(({ value }) => value)).toEqual(['w']);
      expect(transport.requests).toMatchObject([
        { ...list, at: 0, status: 201, respondedAt: 5, end: 'completed', endedAt: 10 },
        { ...list, at: 0, status: 200, respondedAt: 0, end: 'completed', endedAt: 0 },
        { ...watch, at: 0, status: 200, respondedAt: 0, end: 'aborted', endedAt: 50 },
      ]);
      expect(transport.violations).toEqual([]);
    });
  });

  it('uses a line as often as it says', () => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([onList(statusResponse(503, 'ServiceUnavailable'), 2)]);
      const statuses: number[] = [];
      for (let n = 0; n < 2; n++) {
        transport(list)
          .pipe(take(1))
          .subscribe(({ status }) => statuses.push(status));
      }
      const third = time.record(transport(list), 10);
      time.run();
      expect(statuses).toEqual([503, 503]);
      expect(third.failure?.error).toMatchObject({ rule: 'invalidArgument', field: 'script' });
    });
  });

  it('records how requests fail', () => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([
        onList(failedRequest('ECONNREFUSED', { after: 3 })),
        onList(response({ body: ['a', 4, cut()] })),
        onList(noResponse),
      ]);
      const recordings = [1, 2, 3].map(() => time.record(text(transport(list)), 10));
      time.run();
      expect(recordings.map(({ failure }) => failure)).toMatchObject([
        { at: 3, error: { phase: 'connect', code: 'ECONNREFUSED' } },
        { at: 4, error: { phase: 'body', code: 'ECONNRESET' } },
        undefined,
      ]);
      expect(transport.requests.map(({ end, endedAt }) => [end, endedAt])).toEqual([
        ['failed', 3],
        ['failed', 4],
        ['aborted', 10],
      ]);
    });
  });

  it('does nothing before it is subscribed, and each subscription is a request', () => {
    const transport = scriptedTransport([onList(listResponse('10', []), Infinity)]);
    const response = transport(list);
    expect(transport.requests).toHaveLength(0);
    text(response).subscribe();
    text(response).subscribe();
    expect(transport.requests).toHaveLength(2);
  });

  it('ends the body with the request', () => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([onWatch(response({ body: [5, 'a', 5, 'b', idle] }))]);
      const bytes: number[] = [];
      const request = transport(watch).subscribe(({ body }) => {
        body.subscribe(() => bytes.push(time.now()));
      });
      time.at(7, () => {
        request.unsubscribe();
      });
      time.run();
      expect(bytes).toEqual([5]);
      expect(transport.requests[0]).toMatchObject({ end: 'aborted', endedAt: 7 });
    });
  });

  it('says who breaks the contract of a transport', () => {
    onVirtualTime((time) => {
      const transport = scriptedTransport([onList(listResponse('10', []), Infinity)]);
      time.record(transport(list), 10);
      time.record(
        transport(list).pipe(
          delay(1),
          mergeMap(({ body }) => body),
        ),
        10,
      );
      time.record(
        transport(list).pipe(mergeMap(({ body }) => body.pipe(mergeMap(() => body)))),
        10,
      );
      time.run();
      expect(transport.violations).toEqual([
        'GET /api/v1/pods at 0: the body was never subscribed',
        'GET /api/v1/pods at 0: the body was never subscribed',
        'GET /api/v1/pods at 0: the body was subscribed more than once',
        'GET /api/v1/pods at 0: the body was subscribed after the tick of its response',
      ]);
    });
  });
});
