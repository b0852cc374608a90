import { decodeWatchEvent } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { pod } from './builders.js';
import { frame } from './frame.js';

const decode = decodeWatchEvent();

describe('frame', () => {
  it.each([
    ['ADDED', frame.added(pod('a@u1/7'))],
    ['MODIFIED', frame.modified(pod('a@u1/7'))],
    ['DELETED', frame.deleted(pod('a@u1/7'))],
  ])('builds %s as it decodes', (type, document) => {
    expect(decode(document)).toEqual({ _tag: 'Right', right: { type, object: pod('a@u1/7') } });
  });

  it('builds bookmarks, with and without the end of the initial events', () => {
    expect(decode(frame.bookmark('20'))).toEqual({
      _tag: 'Right',
      right: { type: 'BOOKMARK', resourceVersion: '20', initialEventsEnd: false },
    });
    expect(decode(frame.bookmark('20', { 'k8s.io/initial-events-end': 'true' }))).toEqual({
      _tag: 'Right',
      right: { type: 'BOOKMARK', resourceVersion: '20', initialEventsEnd: true },
    });
  });

  it('builds errors', () => {
    expect(decode(frame.error(410, 'Expired', { message: 'too old' }))).toMatchObject({
      left: { _tag: 'StatusError', code: 410, reason: 'Expired', serverMessage: 'too old' },
    });
  });
});
