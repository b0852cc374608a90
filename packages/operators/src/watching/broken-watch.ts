import { type KubeError, ProtocolError } from '@rxkube/protocol';

/** A clean end that came at once. */
export function shortWatch(lived: number): ProtocolError {
  return new ProtocolError({
    rule: 'shortWatch',
    problem: `the watch ended cleanly after ${String(lived)} ms and brought nothing`,
  });
}

/** A server that fails at one version again and again. */
export function stuckWatch(cause: KubeError, times: number): ProtocolError {
  return new ProtocolError({
    rule: 'stuckWatch',
    problem: `the server failed ${String(times)} times in a row at one version, last with ${cause.message}`,
    cause,
  });
}

/** A source of `resumeFrom` that stopped half-way. */
export function unfinishedList(): ProtocolError {
  return new ProtocolError({
    rule: 'unfinishedList',
    problem:
      'the source started a list and ended without its version; let ListCompleted pass, or nothing can be resumed',
  });
}
