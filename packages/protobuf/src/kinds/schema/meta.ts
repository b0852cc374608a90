// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.apimachinery.pkg.apis.meta.v1`, one a line. */
export const META = `
Condition 1=type:!text 2=status:!text 3=observedGeneration:integer 4=lastTransitionTime:!Time 5=reason:!text 6=message:!text
DeleteOptions 1=gracePeriodSeconds:?integer 2=preconditions:?Preconditions 3=orphanDependents:?bool 4=propagationPolicy:?text 5=dryRun:[]text 6=ignoreStoreReadErrorWithClusterBreakingPotential:?bool
LabelSelector 1=matchLabels:{}text 2=matchExpressions:[]LabelSelectorRequirement
LabelSelectorRequirement 1=key:!text 2=operator:!text 3=values:[]text
ManagedFieldsEntry 1=manager:text 2=operation:text 3=apiVersion:text 4=time:?Time 6=fieldsType:text 7=fieldsV1:?FieldsV1 8=subresource:text
ObjectMeta 1=name:text 2=generateName:text 3=namespace:text 4=selfLink:text 5=uid:text 6=resourceVersion:text 7=generation:integer 8=creationTimestamp:Time 9=deletionTimestamp:?Time 10=deletionGracePeriodSeconds:?integer 11=labels:{}text 12=annotations:{}text 13=ownerReferences:[]OwnerReference 14=finalizers:[]text 17=managedFields:[]ManagedFieldsEntry
OwnerReference 5=apiVersion:!text 1=kind:!text 3=name:!text 4=uid:!text 6=controller:?bool 7=blockOwnerDeletion:?bool
Preconditions 1=uid:?text 2=resourceVersion:?text
`;
