import { type Lease } from '@rxkube/protocol';

/** The fields that an election writes. Others, such as `strategy`, are kept. */
export type LeaseSpec = Lease['spec'];

/** The seconds of a released Lease. client-go writes the same. */
const RELEASED_SECONDS = 1;

export function holderOf(lease: Lease | undefined): string | undefined {
  const holder = lease?.spec.holderIdentity;

  return holder === '' ? undefined : holder;
}

/** A leader has given it back. A Lease that was emptied in another way can still have a leader. */
export function isReleased(lease: Lease): boolean {
  return (
    holderOf(lease) === undefined && (lease.spec.leaseDurationSeconds ?? 0) <= RELEASED_SECONDS
  );
}

/** The spec with which a candidate renews its own Lease, or takes that of another. */
export function heldSpec(
  lease: Lease | undefined,
  identity: string,
  seconds: number,
  now: number,
): LeaseSpec {
  const spec = lease?.spec;
  const isRenewal = holderOf(lease) === identity;
  const renewTime = microTime(now);

  return {
    ...spec,
    holderIdentity: identity,
    leaseDurationSeconds: seconds,
    acquireTime: isRenewal ? (spec?.acquireTime ?? renewTime) : renewTime,
    renewTime,
    leaseTransitions: lease === undefined ? 0 : (spec?.leaseTransitions ?? 0) + (isRenewal ? 0 : 1),
  };
}

/** The spec that other candidates take at once. */
export function releasedSpec({ spec }: Lease, now: number): LeaseSpec {
  const time = microTime(now);

  return {
    ...spec,
    holderIdentity: '',
    leaseDurationSeconds: RELEASED_SECONDS,
    acquireTime: time,
    renewTime: time,
  };
}

/** The server reads exactly six digits. */
function microTime(now: number): string {
  return new Date(now).toISOString().replace('Z', '000Z');
}
