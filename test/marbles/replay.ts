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

/** The script of a server, and the time of the subscription. */
export interface Situation {
  readonly server: readonly Rule[];
  /** Milliseconds until the subscriber leaves. */
  readonly until: number;
  readonly options?: SnapshotsOptions<ConfigMap>;
  readonly request?: Omit<Collection<ConfigMap>, 'resource'>;
  /** Wraps the transport of the script. */
  readonly through?: (transport: Transport) => Transport;
}

/** The record of a story. */
export interface Seen {
  /** `'800 WATCH(10)'`: the time and the request. */
  readonly requests: readonly string[];
  /** `'0 live {a/7} +a@u1/7'`: the time and the snapshot. */
  readonly snapshots: readonly string[];
  /** `'open'`, or the end of the stream and its time. */
  readonly outcome: string;
  readonly raw: readonly CacheSnapshot<ConfigMap>[];
  readonly recorded: readonly RecordedRequest[];
}

/** Back-off without chance: each delay is as short as possible. */
export const shortest = exponential({ random: () => 0 });

/**
 * Runs a pipe against a script on virtual time. Here each story is also checked for the contract of the transport, for
 * one open watch at a time, and for anything left open after the subscriber has left.
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
    // Only the stories about silence have a limit to it.
    { backOff: shortest, lifetime: () => LIFETIME, idleLimit: Infinity, ...options },
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
