import { Observable, type Subscriber, Subscription } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type ApiResponse } from '../transport.js';
import { emitResponse } from './emit-response.js';

const HEAD = { status: 200, headers: new Map<string, string>() };
const read = (reader: Subscriber<Uint8Array>): void => {
  reader.next(Uint8Array.of(1));
  reader.complete();
};

/** Emits one response to a subscriber, and returns what comes back. */
function emitTo(next: (response: ApiResponse, subscription: Subscription) => void): unknown {
  let returned: unknown;
  const subscription = new Subscription();
  new Observable<ApiResponse>((subscriber) => {
    subscription.add(subscriber);
    returned = emitResponse(subscriber, HEAD, read);
  }).subscribe((response) => {
    next(response, subscription);
  });

  return returned;
}

function eventsOf(body: Observable<Uint8Array>): readonly unknown[] {
  const events: unknown[] = [];
  body.subscribe({
    next: (chunk) => events.push(chunk.length),
    error: (error: unknown) => events.push(error),
    complete: () => events.push('complete'),
  });

  return events;
}

describe('emitResponse', () => {
  it('hands the bytes to the subscriber of the same call', () => {
    let events: readonly unknown[] = [];
    const error = emitTo(({ body }) => (events = eventsOf(body)));

    expect([error, events]).toEqual([undefined, [1, 'complete']]);
  });

  it('fails a second subscriber of the body', () => {
    const events: unknown[] = [];
    emitTo(({ body }) => events.push(eventsOf(body), eventsOf(body)));

    expect(events[1]).toEqual([
      expect.objectContaining({ _tag: 'ProtocolError', rule: 'invalidArgument', field: 'body' }),
    ]);
  });

  it('returns an error if no code subscribes in the call, and fails later subscribers', () => {
    const responses: ApiResponse[] = [];
    const error = emitTo((response) => responses.push(response));

    expect(error).toMatchObject({ rule: 'invalidArgument', field: 'body' });
    expect(eventsOf(responses[0]?.body ?? new Observable())).toEqual([
      expect.objectContaining({ rule: 'invalidArgument', field: 'body' }),
    ]);
  });

  it('returns nothing if the response is unsubscribed in the call', () => {
    const returned = emitTo((_response, subscription) => {
      subscription.unsubscribe();
    });

    expect(returned).toBeUndefined();
  });
});
