// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.apps.v1`, one a line. */
export const APPS = `
DaemonSet 1=metadata:!meta.ObjectMeta 2=spec:!DaemonSetSpec 3=status:!DaemonSetStatus
DaemonSetCondition 1=type:!text 2=status:!text 3=lastTransitionTime:!Time 4=reason:text 5=message:text
DaemonSetSpec 1=selector:?meta.LabelSelector 2=template:!core.PodTemplateSpec 3=updateStrategy:!DaemonSetUpdateStrategy 4=minReadySeconds:integer 6=revisionHistoryLimit:?integer
DaemonSetStatus 1=currentNumberScheduled:!integer 2=numberMisscheduled:!integer 3=desiredNumberScheduled:!integer 4=numberReady:!integer 5=observedGeneration:integer 6=updatedNumberScheduled:integer 7=numberAvailable:integer 8=numberUnavailable:integer 9=collisionCount:?integer 10=conditions:[]DaemonSetCondition
DaemonSetUpdateStrategy 1=type:text 2=rollingUpdate:?RollingUpdateDaemonSet
Deployment 1=metadata:!meta.ObjectMeta 2=spec:!DeploymentSpec 3=status:!DeploymentStatus
DeploymentCondition 1=type:!text 2=status:!text 6=lastUpdateTime:!Time 7=lastTransitionTime:!Time 4=reason:text 5=message:text
DeploymentSpec 1=replicas:?integer 2=selector:?meta.LabelSelector 3=template:!core.PodTemplateSpec 4=strategy:!DeploymentStrategy 5=minReadySeconds:integer 6=revisionHistoryLimit:?integer 7=paused:bool 9=progressDeadlineSeconds:?integer
DeploymentStatus 1=observedGeneration:integer 2=replicas:integer 3=updatedReplicas:integer 7=readyReplicas:integer 4=availableReplicas:integer 5=unavailableReplicas:integer 9=terminatingReplicas:?integer 6=conditions:[]DeploymentCondition 8=collisionCount:?integer
DeploymentStrategy 1=type:text 2=rollingUpdate:?RollingUpdateDeployment
ReplicaSet 1=metadata:!meta.ObjectMeta 2=spec:!ReplicaSetSpec 3=status:!ReplicaSetStatus
ReplicaSetCondition 1=type:!text 2=status:!text 3=lastTransitionTime:!Time 4=reason:text 5=message:text
ReplicaSetSpec 1=replicas:?integer 4=minReadySeconds:integer 2=selector:?meta.LabelSelector 3=template:!core.PodTemplateSpec
ReplicaSetStatus 1=replicas:!integer 2=fullyLabeledReplicas:integer 4=readyReplicas:integer 5=availableReplicas:integer 7=terminatingReplicas:?integer 3=observedGeneration:integer 6=conditions:[]ReplicaSetCondition
RollingUpdateDaemonSet 1=maxUnavailable:?IntOrString 2=maxSurge:?IntOrString
RollingUpdateDeployment 1=maxUnavailable:?IntOrString 2=maxSurge:?IntOrString
RollingUpdateStatefulSetStrategy 1=partition:?integer 2=maxUnavailable:?IntOrString
StatefulSet 1=metadata:!meta.ObjectMeta 2=spec:!StatefulSetSpec 3=status:!StatefulSetStatus
StatefulSetCondition 1=type:!text 2=status:!text 3=lastTransitionTime:!Time 4=reason:text 5=message:text
StatefulSetOrdinals 1=start:!integer
StatefulSetPersistentVolumeClaimRetentionPolicy 1=whenDeleted:text 2=whenScaled:text
StatefulSetSpec 1=replicas:?integer 2=selector:?meta.LabelSelector 3=template:!core.PodTemplateSpec 4=volumeClaimTemplates:[]core.PersistentVolumeClaim 5=serviceName:!text 6=podManagementPolicy:text 7=updateStrategy:!StatefulSetUpdateStrategy 8=revisionHistoryLimit:?integer 9=minReadySeconds:integer 10=persistentVolumeClaimRetentionPolicy:?StatefulSetPersistentVolumeClaimRetentionPolicy 11=ordinals:?StatefulSetOrdinals
StatefulSetStatus 1=observedGeneration:integer 2=replicas:!integer 3=readyReplicas:integer 4=currentReplicas:integer 5=updatedReplicas:integer 6=currentRevision:text 7=updateRevision:text 9=collisionCount:?integer 10=conditions:[]StatefulSetCondition 11=availableReplicas:!integer
StatefulSetUpdateStrategy 1=type:text 2=rollingUpdate:?RollingUpdateStatefulSetStrategy
`;
