import { type ApiRequest } from '@rxkube/protocol';
import { errorLine, onVirtualTime, timedBytes } from '@rxkube/testing';
import { NEVER, Observable, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Transport } from '../transport.js';
import { requestDocument } from './request-document.js';

const request: ApiRequest = { method: 'PUT', path: '/a', query: {}, headers: {}, body: '{}' };

describe('requestDocument', () => {
  it('sends one request for each subscription, and emits its document in one piece', () => {
    let sent = 0;
    const transport: Transport = (each) =>
      new Observable((subscriber) => {
        sent += each === request ? 1 : 0;
        subscriber.next({ status: 200, headers: new Map(), body: timedBytes(['{"a":', 5, '1}']) });
      });
    const document = requestDocument(transport, request);
    expect(sent).toBe(0);
    onVirtualTime((time) => {
      expect(time.story(document, (value) => JSON.stringify(value), 100)).toEqual([
        '5 {"a":1}',
        '5 |',
      ]);
      expect(time.story(document, (value) => JSON.stringify(value), 200)).toHaveLength(2);
    });
    expect(sent).toBe(2);
  });

  it.each([
    ['nothing', [], 'DecodeError'],
    ['half a document', ['{"password":"x'], 'DecodeError'],
  ])('errors for %s, and does not quote it', (_name, steps, name) => {
    onVirtualTime((time) => {
      const [line] = time.story(
        requestDocument(
          () => of({ status: 200, headers: new Map(), body: timedBytes(steps) }),
          request,
        ),
        String,
        100,
      );
      expect(line).toContain(name);
      expect(line).not.toContain('password');
    });
  });

  it('errors for more bytes than an object can have', () => {
    onVirtualTime((time) => {
      const chunk = new Uint8Array(9 * 1024 * 1024);
      const recording = time.record(
        requestDocument(
          () => of({ status: 200, headers: new Map(), body: of(chunk, chunk) }),
          request,
        ),
        100,
      );
      time.run();
      expect(errorLine(recording.failure?.error)).toContain('DecodeError');
    });
  });

  it('waits a bounded time for a response, and for the rest of it', () => {
    onVirtualTime((time) => {
      const silent = time.record(
        requestDocument(() => NEVER, request),
        100_000,
      );
      const stalled = time.record(
        requestDocument(() => of({ status: 200, headers: new Map(), body: NEVER }), request),
        100_000,
      );
      time.run();
      expect([silent.failure?.at, stalled.failure?.at]).toEqual([70_000, 30_000]);
    });
  });
});
