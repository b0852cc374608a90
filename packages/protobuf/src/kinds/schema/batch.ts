// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.batch.v1`, one a line. */
export const BATCH = `
CronJob 1=metadata:!meta.ObjectMeta 2=spec:!CronJobSpec 3=status:!CronJobStatus
CronJobSpec 1=schedule:!text 8=timeZone:?text 2=startingDeadlineSeconds:?integer 3=concurrencyPolicy:text 4=suspend:?bool 5=jobTemplate:!JobTemplateSpec 6=successfulJobsHistoryLimit:?integer 7=failedJobsHistoryLimit:?integer
CronJobStatus 1=active:[]core.ObjectReference 4=lastScheduleTime:?Time 5=lastSuccessfulTime:?Time
Job 1=metadata:!meta.ObjectMeta 2=spec:!JobSpec 3=status:!JobStatus
JobCondition 1=type:!text 2=status:!text 3=lastProbeTime:!Time 4=lastTransitionTime:!Time 5=reason:text 6=message:text
JobSchedulingConfiguration 1=schedulingPolicy:?scheduling-v1alpha3.WorkloadPodGroupSchedulingPolicy 2=schedulingConstraints:?scheduling-v1alpha3.WorkloadPodGroupSchedulingConstraints 3=disruptionMode:?scheduling-v1alpha3.WorkloadPodGroupDisruptionMode 4=resourceClaims:[]scheduling-v1alpha3.WorkloadPodGroupResourceClaim
JobSpec 1=parallelism:?integer 2=completions:?integer 3=activeDeadlineSeconds:?integer 11=podFailurePolicy:?PodFailurePolicy 16=successPolicy:?SuccessPolicy 7=backoffLimit:?integer 12=backoffLimitPerIndex:?integer 13=maxFailedIndexes:?integer 9=completionMode:?text 4=selector:?meta.LabelSelector 5=manualSelector:?bool 6=template:!core.PodTemplateSpec 8=ttlSecondsAfterFinished:?integer 10=suspend:?bool 14=podReplacementPolicy:?text 15=managedBy:?text 17=scheduling:?JobSchedulingConfiguration
JobStatus 1=conditions:[]JobCondition 2=startTime:?Time 3=completionTime:?Time 4=active:integer 5=succeeded:integer 6=failed:integer 11=terminating:?integer 7=completedIndexes:text 10=failedIndexes:?text 8=uncountedTerminatedPods:?UncountedTerminatedPods 9=ready:?integer
JobTemplateSpec 1=metadata:!meta.ObjectMeta 2=spec:!JobSpec
PodFailurePolicy 1=rules:![]PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement 1=containerName:?text 2=operator:!text 3=values:![]integer
PodFailurePolicyOnPodConditionsPattern 1=type:!text 2=status:!text
PodFailurePolicyRule 1=action:!text 2=onExitCodes:?PodFailurePolicyOnExitCodesRequirement 3=onPodConditions:[]PodFailurePolicyOnPodConditionsPattern
SuccessPolicy 1=rules:![]SuccessPolicyRule
SuccessPolicyRule 1=succeededIndexes:?text 2=succeededCount:?integer
UncountedTerminatedPods 1=succeeded:[]text 2=failed:[]text
`;
