// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.scheduling.v1alpha3`, one a line. */
export const SCHEDULING_V1ALPHA3 = `
TopologyConstraint 1=key:!text
WorkloadPodGroupAllDisruptionMode
WorkloadPodGroupBasicSchedulingPolicy
WorkloadPodGroupDisruptionMode 1=single:?WorkloadPodGroupSingleDisruptionMode 2=all:?WorkloadPodGroupAllDisruptionMode
WorkloadPodGroupGangSchedulingPolicy 1=minCount:?integer
WorkloadPodGroupResourceClaim 1=name:!text 2=resourceClaimName:?text 3=resourceClaimTemplateName:?text
WorkloadPodGroupSchedulingConstraints 1=topology:[]TopologyConstraint
WorkloadPodGroupSchedulingPolicy 1=basic:?WorkloadPodGroupBasicSchedulingPolicy 2=gang:?WorkloadPodGroupGangSchedulingPolicy
WorkloadPodGroupSingleDisruptionMode
`;
