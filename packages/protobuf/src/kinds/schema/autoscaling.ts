// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.autoscaling.v1`, one a line. */
export const AUTOSCALING = `
Scale 1=metadata:!meta.ObjectMeta 2=spec:!ScaleSpec 3=status:!ScaleStatus
ScaleSpec 1=replicas:integer
ScaleStatus 1=replicas:!integer 2=selector:text
`;
