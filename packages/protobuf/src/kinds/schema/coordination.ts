// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.coordination.v1`, one a line. */
export const COORDINATION = `
Lease 1=metadata:!meta.ObjectMeta 2=spec:!LeaseSpec
LeaseSpec 1=holderIdentity:?text 2=leaseDurationSeconds:?integer 3=acquireTime:?MicroTime 4=renewTime:?MicroTime 5=leaseTransitions:?integer 6=strategy:?text 7=preferredHolder:?text
`;
