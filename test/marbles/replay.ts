import {
  type CacheSnapshot,
  type SnapshotsOptions,
  type Transport,
  exponential,
} from '@rxkube/operators';
import { type Collection, type ConfigMap, configMaps, isWatch } from '@rxkube/protocol';
import {
  type RecordedRequest,
  type Recording,
  type Rule,
  type VirtualTime,
  errorLine,
  onVirtualTime,
  requestLine,
  scriptedTransport,
  snapshotLine,
} from '@rxkube/testing';
import { expect } from 'vitest';

import { type Pipe } from './pipe.js';

/** The lifetime that stories give every watch, in seconds. */
export const LIFETIME = 270;

/** What a server does, and how long it is looked at. */
export interface Situation {
  readonly server: readonly Rule[];
  /** Milliseconds until the subscriber leaves. */
  readonly until: number;
  readonly options?: SnapshotsOptions<ConfigMap>;
  readonly request?: Omit<Collection<ConfigMap>, 'resource'>;
  /** Stands between the pipe and the script. */
  readonly through?: (transport: Transport) => Transport;
}

/** What came of it. */
export interface Seen {
  /** `'800 WATCH(10)'`: when and what was asked. */
  readonly requests: readonly string[];
  /** `'0 live {a/7} +a@u1/7'`: when and what was emitted. */
  readonly snapshots: readonly string[];
  /** `'open'`, or how and when the stream ended. */
  readonly outcome: string;
  readonly raw: readonly CacheSnapshot<ConfigMap>[];
  readonly recorded: readonly RecordedRequest[];
}

/** Chance that always falls the same way: each delay is as short as it may be. */
export const shortest = exponential({ random: () => 0 });

/**
 * Runs a pipe against a script on virtual time. What every story owes is looked at here: the contract of the
 * transport, one open watch at a time, and nothing left open once the subscriber has gone.
 */
export function replay(pipe: Pipe, situation: Situation): Seen {
  return onVirtualTime((time) => {
    const server = scriptedTransport(situation.server);
    const recording = subscribe(pipe, time, situation, situation.through?.(server) ?? server);
    time.run();
    expect(server.violations).toEqual([]);
    oneWatchAtATime(server.requests);
    for (const { end, at, ...request } of server.requests) {
      expect(end, `${String(at)} ${requestLine(request)}`).not.toBe('open');
    }

    return seen(recording, server.requests);
  });
}

function subscribe(
  pipe: Pipe,
  time: VirtualTime,
  { options, request, until }: Situation,
  transport: Transport,
): Recording<CacheSnapshot<ConfigMap>> {
  const stream = pipe.snapshots(
    transport,
    { resource: configMaps, namespace: 'ns1', ...request },
    { backOff: shortest, lifetime: () => LIFETIME, ...options },
  );

  return time.record(stream, until);
}

function oneWatchAtATime(requests: readonly RecordedRequest[]): void {
  const watches = requests.filter(isWatch);
  for (const [index, watch] of watches.entries()) {
    const next = watches[index + 1];
    if (next !== undefined) expect(watch.endedAt ?? Infinity).toBeLessThanOrEqual(next.at);
  }
}

function seen(
  recording: Recording<CacheSnapshot<ConfigMap>>,
  recorded: readonly RecordedRequest[],
): Seen {
  const { values, failure, completedAt } = recording;

  return {
    requests: recorded.map((request) => `${String(request.at)} ${lineOf(request)}`),
    snapshots: values.map(({ at, value }) => `${String(at)} ${snapshotLine(value)}`),
    outcome:
      failure !== undefined
        ? `${String(failure.at)} failed ${errorLine(failure.error)}`
        : completedAt !== undefined
          ? `${String(completedAt)} completed`
          : 'open',
    raw: values.map(({ value }) => value),
    recorded,
  };
}

/** The line of a request, with its lifetime if that is another than {@link LIFETIME}. */
function lineOf(request: RecordedRequest): string {
  const { timeoutSeconds } = request.query;
  const isUsual = timeoutSeconds === undefined || timeoutSeconds === String(LIFETIME);

  return `${requestLine(request)}${isUsual ? '' : ` timeoutSeconds=${timeoutSeconds}`}`;
}
