import { StatusError, TransportError } from '@rxkube/protocol';
import { NEVER, VirtualTimeScheduler, concat, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Thing, expired, reset, statusFailure, steady } from '../../../../test/laws/kube.js';
import { type SyncEvent } from '../sync-event.js';
import { type BackOff } from './back-off.js';
import { Pace } from './pace.js';

const seconds = (failures: number): number => failures * 1_000;

function paced(backOff: BackOff = seconds, isShared = true): [Pace, VirtualTimeScheduler] {
  const scheduler = new VirtualTimeScheduler();

  return [new Pace({ backOff, scheduler }, isShared), scheduler];
}

function asking(retryAfter: number, code = 429): StatusError {
  return new StatusError({ code, reason: '', serverMessage: '', retryAfter });
}

describe('Pace', () => {
  it('counts the failures of all operators', () => {
    const [pace] = paced();

    expect([reset(), statusFailure(500), reset()].map((error) => pace.delayAfter(error))).toEqual([
      1_000, 2_000, 3_000,
    ]);
    expect(pace.delayAfter(reset(), 38)).toBe(38_000);
    expect(pace.delayAfter(reset())).toBe(5_000);
  });

  it('neither counts nor delays the first relist after an expired position', () => {
    const [pace] = paced();

    expect([
      pace.delayAfter(reset()),
      pace.delayBeforeRelist(expired()),
      pace.delayAfter(reset()),
      pace.delayBeforeRelist(expired()),
    ]).toEqual([1_000, 0, 2_000, 3_000]);
  });

  it('begins again after a healthy watch', () => {
    const [pace, scheduler] = paced();
    pace.delayAfter(reset());
    pace.delayBeforeRelist(expired());
    pace.recordWatchStarted();
    scheduler.frame = 30_000;

    expect([pace.delayAfter(reset()), pace.delayBeforeRelist(expired())]).toEqual([1_000, 0]);
  });

  it('holds everything back but the first relist if the retry budget is spent', () => {
    const [pace] = paced(Object.assign(seconds, { budget: { first: 3, window: 60_000 } }));
    pace.recordList();
    pace.recordWatch();

    expect(pace.delayAfter(reset())).toBe(1_000);
    expect(pace.delayBeforeRelist(expired())).toBe(0);
    expect(pace.delayBeforeRelist(expired())).toBe(60_000);
    expect(pace.delayBeforeOtherList()).toBe(60_000);
  });

  it('lets a list alone recover with each page, but not a list beside a watch', () => {
    const delays = [true, false].map((isShared) => {
      const [pace] = paced(seconds, isShared);
      pace.delayAfter(reset());
      pace.recordPage();

      return pace.delayAfter(reset());
    });

    expect(delays).toEqual([2_000, 1_000]);
  });

  it('listens to a source only if it is not shared', () => {
    const started: SyncEvent<Thing> = { _tag: 'WatchStarted' };
    const delays = [true, false].map((isShared) => {
      const [pace, scheduler] = paced(seconds, isShared);
      pace.delayAfter(reset());
      concat(of(started), NEVER).pipe(pace.listen()).subscribe();
      scheduler.frame = 30_000;

      return pace.delayAfter(reset());
    });

    expect(delays).toEqual([2_000, 1_000]);
  });

  it('waits no less than the server asks for, and two minutes at most', () => {
    for (const [asked, delay] of [
      [7_000, 7_000],
      [50, 100],
      [86_400_000, 120_000],
    ] as const) {
      expect(paced(steady)[0].delayAfter(asking(asked))).toBe(delay);
    }
    expect(paced(steady)[0].delayAfter(asking(2_000, 503))).toBe(2_000);
  });

  it.each([
    statusFailure(423),
    statusFailure(499),
    ...[
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ].map((code) => new TransportError({ phase: 'connect', code, problem: 'no' })),
  ])('is slow from the first try on if a try rarely helps: %s', (error) => {
    const [pace] = paced(steady);

    expect(pace.delayAfter(error)).toBe(3_800);
    expect(pace.delayAfter(error, 50)).toBe(5_000);
  });

  it.each([403, 404, 421, 425, 429])('is not slow for a %d, which often passes soon', (code) => {
    expect(paced(steady)[0].delayAfter(statusFailure(code))).toBe(100);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'UND_ERR_SOCKET', undefined])(
    'is not slow for %s',
    (code) => {
      const error = new TransportError({ phase: 'connect', code, problem: 'no' });

      expect(paced(steady)[0].delayAfter(error)).toBe(100);
    },
  );
});
