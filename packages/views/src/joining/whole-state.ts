import { type Phase, type SnapshotState } from '@rxkube/snapshots';

const STRENGTH: Readonly<Record<Phase, number>> = { listing: 0, interrupted: 1, live: 2 };

/**
 * Returns the state of several sources as one: the weakest phase, the first error, the earliest retry and contact, the
 * latest beginning. A source that has not emitted is listing.
 */
export function wholeState(parts: readonly (SnapshotState | undefined)[]): SnapshotState {
  const known = parts.filter((part) => part !== undefined);
  let phase: Phase = known.length < parts.length ? 'listing' : 'live';
  for (const part of known) if (STRENGTH[part.phase] < STRENGTH[phase]) phase = part.phase;
  const retries = known.map(({ retryAt }) => retryAt).filter((retryAt) => retryAt !== undefined);

  return {
    phase,
    error: known.find(({ error }) => error !== undefined)?.error,
    resourceVersion: undefined,
    since: Math.max(0, ...known.map(({ since }) => since)),
    lastContact: Math.min(...known.map(({ lastContact }) => lastContact)),
    progress: known.find(({ progress }) => progress !== undefined)?.progress,
    isComplete: known.length === parts.length && known.every(({ isComplete }) => isComplete),
    retryAt: retries.length === 0 ? undefined : Math.min(...retries),
  };
}
