// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.core.v1`, one a line. */
export const CORE = `
AWSElasticBlockStoreVolumeSource 1=volumeID:!text 2=fsType:text 3=partition:integer 4=readOnly:bool
Affinity 1=nodeAffinity:?NodeAffinity 2=podAffinity:?PodAffinity 3=podAntiAffinity:?PodAntiAffinity
AppArmorProfile 1=type:!text 2=localhostProfile:?text
AttachedVolume 1=name:!text 2=devicePath:!text
AzureDiskVolumeSource 1=diskName:!text 2=diskURI:!text 3=cachingMode:?text 4=fsType:?text 5=readOnly:?bool 6=kind:?text
AzureFilePersistentVolumeSource 1=secretName:!text 2=shareName:!text 3=readOnly:bool 4=secretNamespace:?text
AzureFileVolumeSource 1=secretName:!text 2=shareName:!text 3=readOnly:bool
CSIPersistentVolumeSource 1=driver:!text 2=volumeHandle:!text 3=readOnly:bool 4=fsType:text 5=volumeAttributes:{}text 6=controllerPublishSecretRef:?SecretReference 7=nodeStageSecretRef:?SecretReference 8=nodePublishSecretRef:?SecretReference 9=controllerExpandSecretRef:?SecretReference 10=nodeExpandSecretRef:?SecretReference
CSIVolumeSource 1=driver:!text 2=readOnly:?bool 3=fsType:?text 4=volumeAttributes:{}text 5=nodePublishSecretRef:?LocalObjectReference
Capabilities 1=add:[]text 2=drop:[]text
CephFSPersistentVolumeSource 1=monitors:![]text 2=path:text 3=user:text 4=secretFile:text 5=secretRef:?SecretReference 6=readOnly:bool
CephFSVolumeSource 1=monitors:![]text 2=path:text 3=user:text 4=secretFile:text 5=secretRef:?LocalObjectReference 6=readOnly:bool
CinderPersistentVolumeSource 1=volumeID:!text 2=fsType:text 3=readOnly:bool 4=secretRef:?SecretReference
CinderVolumeSource 1=volumeID:!text 2=fsType:text 3=readOnly:bool 4=secretRef:?LocalObjectReference
ClientIPConfig 1=timeoutSeconds:?integer
ClusterTrustBundleProjection 1=name:?text 2=signerName:?text 3=labelSelector:?meta.LabelSelector 5=optional:?bool 4=path:!text 6=user:?integer
ConfigMap 1=metadata:!meta.ObjectMeta 4=immutable:?bool 2=data:{}text 3=binaryData:{}bytes
ConfigMapEnvSource 1=:!LocalObjectReference 2=optional:?bool
ConfigMapKeySelector 1=:!LocalObjectReference 2=key:!text 3=optional:?bool
ConfigMapNodeConfigSource 1=namespace:!text 2=name:!text 3=uid:text 4=resourceVersion:text 5=kubeletConfigKey:!text
ConfigMapProjection 1=:!LocalObjectReference 2=items:[]KeyToPath 4=optional:?bool
ConfigMapVolumeSource 1=:!LocalObjectReference 2=items:[]KeyToPath 3=defaultMode:?integer 4=optional:?bool 5=defaultUser:?integer
Container 1=name:!text 2=image:text 3=command:[]text 4=args:[]text 5=workingDir:text 6=ports:[]ContainerPort 19=envFrom:[]EnvFromSource 7=env:[]EnvVar 8=resources:!ResourceRequirements 23=resizePolicy:[]ContainerResizePolicy 24=restartPolicy:?text 25=restartPolicyRules:[]ContainerRestartRule 9=volumeMounts:[]VolumeMount 21=volumeDevices:[]VolumeDevice 10=livenessProbe:?Probe 11=readinessProbe:?Probe 22=startupProbe:?Probe 12=lifecycle:?Lifecycle 13=terminationMessagePath:text 20=terminationMessagePolicy:text 14=imagePullPolicy:text 15=securityContext:?SecurityContext 16=stdin:bool 17=stdinOnce:bool 18=tty:bool
ContainerExtendedResourceRequest 1=containerName:!text 2=resourceName:!text 3=requestName:!text
ContainerImage 1=names:![]text 2=sizeBytes:integer
ContainerPort 1=name:text 2=hostPort:integer 3=containerPort:!integer 4=protocol:text 5=hostIP:text
ContainerResizePolicy 1=resourceName:!text 2=restartPolicy:!text
ContainerRestartRule 1=action:text 2=exitCodes:?ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes 1=operator:text 2=values:[]integer
ContainerState 1=waiting:?ContainerStateWaiting 2=running:?ContainerStateRunning 3=terminated:?ContainerStateTerminated
ContainerStateRunning 1=startedAt:!Time
ContainerStateTerminated 1=exitCode:!integer 2=signal:integer 3=reason:text 4=message:text 5=startedAt:!Time 6=finishedAt:!Time 7=containerID:text
ContainerStateWaiting 1=reason:text 2=message:text
ContainerStatus 1=name:!text 2=state:!ContainerState 3=lastState:!ContainerState 4=ready:!bool 5=restartCount:!integer 6=image:!text 7=imageID:!text 8=containerID:text 9=started:?bool 10=allocatedResources:{}Quantity 11=resources:?ResourceRequirements 12=volumeMounts:[]VolumeMountStatus 13=user:?ContainerUser 14=allocatedResourcesStatus:[]ResourceStatus 15=stopSignal:?text
ContainerUser 1=linux:?LinuxContainerUser
DaemonEndpoint 1=Port:!integer
DownwardAPIProjection 1=items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile 1=path:!text 2=fieldRef:?ObjectFieldSelector 3=resourceFieldRef:?ResourceFieldSelector 4=mode:?integer 5=user:?integer
DownwardAPIVolumeSource 1=items:[]DownwardAPIVolumeFile 2=defaultMode:?integer 3=defaultUser:?integer
EmptyDirVolumeSource 1=medium:text 2=sizeLimit:?Quantity 3=mode:?integer
EnvFromSource 1=prefix:text 2=configMapRef:?ConfigMapEnvSource 3=secretRef:?SecretEnvSource
EnvVar 1=name:!text 2=value:text 3=valueFrom:?EnvVarSource
EnvVarSource 1=fieldRef:?ObjectFieldSelector 2=resourceFieldRef:?ResourceFieldSelector 3=configMapKeyRef:?ConfigMapKeySelector 4=secretKeyRef:?SecretKeySelector 5=fileKeyRef:?FileKeySelector
EphemeralContainer 1=:!EphemeralContainerCommon 2=targetContainerName:text
EphemeralContainerCommon 1=name:!text 2=image:text 3=command:[]text 4=args:[]text 5=workingDir:text 6=ports:[]ContainerPort 19=envFrom:[]EnvFromSource 7=env:[]EnvVar 8=resources:!ResourceRequirements 23=resizePolicy:[]ContainerResizePolicy 24=restartPolicy:?text 25=restartPolicyRules:[]ContainerRestartRule 9=volumeMounts:[]VolumeMount 21=volumeDevices:[]VolumeDevice 10=livenessProbe:?Probe 11=readinessProbe:?Probe 22=startupProbe:?Probe 12=lifecycle:?Lifecycle 13=terminationMessagePath:text 20=terminationMessagePolicy:text 14=imagePullPolicy:text 15=securityContext:?SecurityContext 16=stdin:bool 17=stdinOnce:bool 18=tty:bool
EphemeralVolumeSource 1=volumeClaimTemplate:?PersistentVolumeClaimTemplate
Event 1=metadata:!meta.ObjectMeta 2=involvedObject:!ObjectReference 3=reason:text 4=message:text 5=source:!EventSource 6=firstTimestamp:!Time 7=lastTimestamp:!Time 8=count:integer 9=type:text 10=eventTime:!MicroTime 11=series:?EventSeries 12=action:text 13=related:?ObjectReference 14=reportingComponent:!text 15=reportingInstance:!text
EventSeries 1=count:integer 2=lastObservedTime:!MicroTime
EventSource 1=component:text 2=host:text
EvictionResponder 1=name:!text 2=priority:?integer
ExecAction 1=command:[]text
FCVolumeSource 1=targetWWNs:[]text 2=lun:?integer 3=fsType:text 4=readOnly:bool 5=wwids:[]text
FileKeySelector 1=volumeName:!text 2=path:!text 3=key:!text 4=optional:?bool
FlexPersistentVolumeSource 1=driver:!text 2=fsType:text 3=secretRef:?SecretReference 4=readOnly:bool 5=options:{}text
FlexVolumeSource 1=driver:!text 2=fsType:text 3=secretRef:?LocalObjectReference 4=readOnly:bool 5=options:{}text
FlockerVolumeSource 1=datasetName:text 2=datasetUUID:text
GCEPersistentDiskVolumeSource 1=pdName:!text 2=fsType:text 3=partition:integer 4=readOnly:bool
GRPCAction 1=port:!integer 2=service:?text 3=mode:?text
GitRepoVolumeSource 1=repository:!text 2=revision:text 3=directory:text
GlusterfsPersistentVolumeSource 1=endpoints:!text 2=path:!text 3=readOnly:bool 4=endpointsNamespace:?text
GlusterfsVolumeSource 1=endpoints:!text 2=path:!text 3=readOnly:bool
HTTPGetAction 1=path:text 2=port:!IntOrString 3=host:text 4=scheme:text 5=httpHeaders:[]HTTPHeader 6=protocol:?text
HTTPHeader 1=name:!text 2=value:!text
HostAlias 1=ip:!text 2=hostnames:[]text
HostIP 1=ip:!text
HostPathVolumeSource 1=path:!text 2=type:?text
ISCSIPersistentVolumeSource 1=targetPortal:!text 2=iqn:!text 3=lun:!integer 4=iscsiInterface:text 5=fsType:text 6=readOnly:bool 7=portals:[]text 8=chapAuthDiscovery:bool 11=chapAuthSession:bool 10=secretRef:?SecretReference 12=initiatorName:?text
ISCSIVolumeSource 1=targetPortal:!text 2=iqn:!text 3=lun:!integer 4=iscsiInterface:text 5=fsType:text 6=readOnly:bool 7=portals:[]text 8=chapAuthDiscovery:bool 11=chapAuthSession:bool 10=secretRef:?LocalObjectReference 12=initiatorName:?text
ImageVolumeSource 1=reference:text 2=pullPolicy:text
ImageVolumeStatus 1=imageRef:text
KeyToPath 1=key:!text 2=path:!text 3=mode:?integer 4=user:?integer
Lifecycle 1=postStart:?LifecycleHandler 2=preStop:?LifecycleHandler 3=stopSignal:?text
LifecycleHandler 1=exec:?ExecAction 2=httpGet:?HTTPGetAction 3=tcpSocket:?TCPSocketAction 4=sleep:?SleepAction
LinuxContainerUser 1=uid:!integer 2=gid:!integer 3=supplementalGroups:[]integer
LoadBalancerIngress 1=ip:text 2=hostname:text 3=ipMode:?text 4=ports:[]PortStatus
LoadBalancerStatus 1=ingress:[]LoadBalancerIngress
LocalObjectReference 1=name:text
LocalVolumeSource 1=path:!text 2=fsType:?text
ModifyVolumeStatus 1=targetVolumeAttributesClassName:text 2=status:!text
NFSVolumeSource 1=server:!text 2=path:!text 3=readOnly:bool
Namespace 1=metadata:!meta.ObjectMeta 2=spec:!NamespaceSpec 3=status:!NamespaceStatus
NamespaceCondition 1=type:!text 2=status:!text 4=lastTransitionTime:!Time 5=reason:text 6=message:text
NamespaceSpec 1=finalizers:[]text
NamespaceStatus 1=phase:text 2=conditions:[]NamespaceCondition
Node 1=metadata:!meta.ObjectMeta 2=spec:!NodeSpec 3=status:!NodeStatus
NodeAddress 1=type:!text 2=address:!text
NodeAffinity 1=requiredDuringSchedulingIgnoredDuringExecution:?NodeSelector 2=preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
NodeAllocatableMappedResources 1=name:!text 2=quantity:?Quantity
NodeAllocatableOverheadResources 1=name:!text 2=perPod:?Quantity 3=perContainer:?Quantity
NodeAllocatableResourceClaimStatus 1=resourceClaimName:!text 2=containers:[]text 4=mapping:[]NodeAllocatableMappedResources 5=overhead:[]NodeAllocatableOverheadResources
NodeCondition 1=type:!text 2=status:!text 3=lastHeartbeatTime:!Time 4=lastTransitionTime:!Time 5=reason:text 6=message:text
NodeConfigSource 2=configMap:?ConfigMapNodeConfigSource
NodeConfigStatus 1=assigned:?NodeConfigSource 2=active:?NodeConfigSource 3=lastKnownGood:?NodeConfigSource 4=error:text
NodeDaemonEndpoints 1=kubeletEndpoint:!DaemonEndpoint
NodeFeatures 1=supplementalGroupsPolicy:?bool
NodePodPreemptionPolicy 1=disableResizePreemption:[]text
NodeRuntimeHandler 1=name:!text 2=features:?NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures 1=recursiveReadOnlyMounts:?bool 2=userNamespaces:?bool
NodeSelector 1=nodeSelectorTerms:![]NodeSelectorTerm
NodeSelectorRequirement 1=key:!text 2=operator:!text 3=values:[]text
NodeSelectorTerm 1=matchExpressions:[]NodeSelectorRequirement 2=matchFields:[]NodeSelectorRequirement
NodeSpec 1=podCIDR:text 7=podCIDRs:[]text 3=providerID:text 4=unschedulable:bool 5=taints:[]Taint 6=configSource:?NodeConfigSource 2=externalID:text 8=podPreemptionPolicy:?NodePodPreemptionPolicy
NodeStatus 1=capacity:{}Quantity 2=allocatable:{}Quantity 3=phase:text 4=conditions:[]NodeCondition 5=addresses:[]NodeAddress 6=daemonEndpoints:!NodeDaemonEndpoints 7=nodeInfo:!NodeSystemInfo 8=images:[]ContainerImage 9=volumesInUse:[]text 10=volumesAttached:[]AttachedVolume 11=config:?NodeConfigStatus 12=runtimeHandlers:[]NodeRuntimeHandler 13=features:?NodeFeatures 14=declaredFeatures:[]text
NodeSwapStatus 1=capacity:?integer
NodeSystemInfo 1=machineID:!text 2=systemUUID:!text 3=bootID:!text 4=kernelVersion:!text 5=osImage:!text 6=containerRuntimeVersion:!text 7=kubeletVersion:!text 8=kubeProxyVersion:!text 9=operatingSystem:!text 10=architecture:!text 11=swap:?NodeSwapStatus 12=runningInUserNamespace:?bool
ObjectFieldSelector 1=apiVersion:text 2=fieldPath:!text
ObjectReference 1=kind:text 2=namespace:text 3=name:text 4=uid:text 5=apiVersion:text 6=resourceVersion:text 7=fieldPath:text
PersistentVolume 1=metadata:!meta.ObjectMeta 2=spec:!PersistentVolumeSpec 3=status:!PersistentVolumeStatus
PersistentVolumeClaim 1=metadata:!meta.ObjectMeta 2=spec:!PersistentVolumeClaimSpec 3=status:!PersistentVolumeClaimStatus
PersistentVolumeClaimCondition 1=type:!text 2=status:!text 3=lastProbeTime:!Time 4=lastTransitionTime:!Time 5=reason:text 6=message:text
PersistentVolumeClaimSpec 1=accessModes:[]text 4=selector:?meta.LabelSelector 2=resources:!VolumeResourceRequirements 3=volumeName:text 5=storageClassName:?text 6=volumeMode:?text 7=dataSource:?TypedLocalObjectReference 8=dataSourceRef:?TypedObjectReference 9=volumeAttributesClassName:?text
PersistentVolumeClaimStatus 1=phase:text 2=accessModes:[]text 3=capacity:{}Quantity 4=conditions:[]PersistentVolumeClaimCondition 5=allocatedResources:{}Quantity 7=allocatedResourceStatuses:{}text 8=currentVolumeAttributesClassName:?text 9=modifyVolumeStatus:?ModifyVolumeStatus 10=healthStatus:?VolumeHealthStatus
PersistentVolumeClaimTemplate 1=metadata:!meta.ObjectMeta 2=spec:!PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource 1=claimName:!text 2=readOnly:bool
PersistentVolumeSource 1=gcePersistentDisk:?GCEPersistentDiskVolumeSource 2=awsElasticBlockStore:?AWSElasticBlockStoreVolumeSource 3=hostPath:?HostPathVolumeSource 4=glusterfs:?GlusterfsPersistentVolumeSource 5=nfs:?NFSVolumeSource 6=rbd:?RBDPersistentVolumeSource 7=iscsi:?ISCSIPersistentVolumeSource 8=cinder:?CinderPersistentVolumeSource 9=cephfs:?CephFSPersistentVolumeSource 10=fc:?FCVolumeSource 11=flocker:?FlockerVolumeSource 12=flexVolume:?FlexPersistentVolumeSource 13=azureFile:?AzureFilePersistentVolumeSource 14=vsphereVolume:?VsphereVirtualDiskVolumeSource 15=quobyte:?QuobyteVolumeSource 16=azureDisk:?AzureDiskVolumeSource 17=photonPersistentDisk:?PhotonPersistentDiskVolumeSource 18=portworxVolume:?PortworxVolumeSource 19=scaleIO:?ScaleIOPersistentVolumeSource 20=local:?LocalVolumeSource 21=storageos:?StorageOSPersistentVolumeSource 22=csi:?CSIPersistentVolumeSource
PersistentVolumeSpec 1=capacity:{}Quantity 2=:!PersistentVolumeSource 3=accessModes:[]text 4=claimRef:?ObjectReference 5=persistentVolumeReclaimPolicy:text 6=storageClassName:text 7=mountOptions:[]text 8=volumeMode:?text 9=nodeAffinity:?VolumeNodeAffinity 10=volumeAttributesClassName:?text
PersistentVolumeStatus 1=phase:text 2=message:text 3=reason:text 4=lastPhaseTransitionTime:?Time
PhotonPersistentDiskVolumeSource 1=pdID:!text 2=fsType:text
Pod 1=metadata:!meta.ObjectMeta 2=spec:!PodSpec 3=status:!PodStatus
PodAffinity 1=requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm 2=preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAffinityTerm 1=labelSelector:?meta.LabelSelector 2=namespaces:[]text 3=topologyKey:!text 4=namespaceSelector:?meta.LabelSelector 5=matchLabelKeys:[]text 6=mismatchLabelKeys:[]text
PodAntiAffinity 1=requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm 2=preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodCertificateProjection 1=signerName:text 2=keyType:text 3=maxExpirationSeconds:?integer 4=credentialBundlePath:text 5=keyPath:text 6=certificateChainPath:text 7=userAnnotations:{}text 8=user:?integer
PodCondition 1=type:!text 7=observedGeneration:integer 2=status:!text 3=lastProbeTime:!Time 4=lastTransitionTime:!Time 5=reason:text 6=message:text
PodDNSConfig 1=nameservers:[]text 2=searches:[]text 3=options:[]PodDNSConfigOption
PodDNSConfigOption 1=name:text 2=value:?text
PodExtendedResourceClaimStatus 1=requestMappings:![]ContainerExtendedResourceRequest 2=resourceClaimName:!text
PodIP 1=ip:!text
PodOS 1=name:!text
PodReadinessGate 1=conditionType:!text
PodResourceClaim 1=name:!text 3=resourceClaimName:?text 4=resourceClaimTemplateName:?text
PodResourceClaimStatus 1=name:!text 2=resourceClaimName:?text
PodSchedulingGate 1=name:!text
PodSchedulingGroup 1=podGroupName:?text
PodSecurityContext 1=seLinuxOptions:?SELinuxOptions 8=windowsOptions:?WindowsSecurityContextOptions 2=runAsUser:?integer 6=runAsGroup:?integer 3=runAsNonRoot:?bool 4=supplementalGroups:[]integer 12=supplementalGroupsPolicy:?text 5=fsGroup:?integer 7=sysctls:[]Sysctl 9=fsGroupChangePolicy:?text 10=seccompProfile:?SeccompProfile 11=appArmorProfile:?AppArmorProfile 13=seLinuxChangePolicy:?text
PodSpec 1=volumes:[]Volume 20=initContainers:[]Container 2=containers:![]Container 34=ephemeralContainers:[]EphemeralContainer 3=restartPolicy:text 4=terminationGracePeriodSeconds:?integer 5=activeDeadlineSeconds:?integer 6=dnsPolicy:text 7=nodeSelector:{}text 8=serviceAccountName:text 9=serviceAccount:text 21=automountServiceAccountToken:?bool 10=nodeName:text 11=hostNetwork:bool 12=hostPID:bool 13=hostIPC:bool 27=shareProcessNamespace:?bool 14=securityContext:?PodSecurityContext 15=imagePullSecrets:[]LocalObjectReference 16=hostname:text 17=subdomain:text 18=affinity:?Affinity 19=schedulerName:text 22=tolerations:[]Toleration 23=hostAliases:[]HostAlias 24=priorityClassName:text 25=priority:?integer 26=dnsConfig:?PodDNSConfig 28=readinessGates:[]PodReadinessGate 29=runtimeClassName:?text 30=enableServiceLinks:?bool 31=preemptionPolicy:?text 32=overhead:{}Quantity 33=topologySpreadConstraints:[]TopologySpreadConstraint 35=setHostnameAsFQDN:?bool 36=os:?PodOS 37=hostUsers:?bool 38=schedulingGates:[]PodSchedulingGate 39=resourceClaims:[]PodResourceClaim 40=resources:?ResourceRequirements 41=hostnameOverride:?text 43=schedulingGroup:?PodSchedulingGroup 44=evictionResponders:[]EvictionResponder
PodStatus 17=observedGeneration:integer 1=phase:text 2=conditions:[]PodCondition 3=message:text 4=reason:text 11=nominatedNodeName:text 5=hostIP:text 16=hostIPs:[]HostIP 6=podIP:text 12=podIPs:[]PodIP 7=startTime:?Time 10=initContainerStatuses:[]ContainerStatus 8=containerStatuses:[]ContainerStatus 9=qosClass:text 13=ephemeralContainerStatuses:[]ContainerStatus 14=resize:text 15=resourceClaimStatuses:[]PodResourceClaimStatus 18=extendedResourceClaimStatus:?PodExtendedResourceClaimStatus 19=allocatedResources:{}Quantity 20=resources:?ResourceRequirements 21=nodeAllocatableResourceClaimStatuses:[]NodeAllocatableResourceClaimStatus 22=volumeHealth:[]PodVolumeHealth
PodTemplateSpec 1=metadata:!meta.ObjectMeta 2=spec:!PodSpec
PodVolumeHealth 1=name:!text 2=healthConditions:[]VolumeHealthCondition 3=lastTransitionTime:!Time
PortStatus 1=port:!integer 2=protocol:!text 3=error:?text
PortworxVolumeSource 1=volumeID:!text 2=fsType:text 3=readOnly:bool
PreferredSchedulingTerm 1=weight:!integer 2=preference:!NodeSelectorTerm
Probe 1=:!ProbeHandler 2=initialDelaySeconds:integer 3=timeoutSeconds:integer 4=periodSeconds:integer 5=successThreshold:integer 6=failureThreshold:integer 7=terminationGracePeriodSeconds:?integer
ProbeHandler 1=exec:?ExecAction 2=httpGet:?HTTPGetAction 3=tcpSocket:?TCPSocketAction 4=grpc:?GRPCAction
ProjectedVolumeSource 1=sources:![]VolumeProjection 2=defaultMode:?integer 3=defaultUser:?integer
QuobyteVolumeSource 1=registry:!text 2=volume:!text 3=readOnly:bool 4=user:text 5=group:text 6=tenant:text
RBDPersistentVolumeSource 1=monitors:![]text 2=image:!text 3=fsType:text 4=pool:text 5=user:text 6=keyring:text 7=secretRef:?SecretReference 8=readOnly:bool
RBDVolumeSource 1=monitors:![]text 2=image:!text 3=fsType:text 4=pool:text 5=user:text 6=keyring:text 7=secretRef:?LocalObjectReference 8=readOnly:bool
ResourceClaim 1=name:!text 2=request:text
ResourceFieldSelector 1=containerName:text 2=resource:!text 3=divisor:!Quantity
ResourceHealth 1=resourceID:!text 2=health:text 6=message:?text
ResourceRequirements 1=limits:{}Quantity 2=requests:{}Quantity 3=claims:[]ResourceClaim
ResourceStatus 1=name:!text 2=resources:[]ResourceHealth
SELinuxOptions 1=user:text 2=role:text 3=type:text 4=level:text
ScaleIOPersistentVolumeSource 1=gateway:!text 2=system:!text 3=secretRef:?SecretReference 4=sslEnabled:bool 5=protectionDomain:text 6=storagePool:text 7=storageMode:text 8=volumeName:text 9=fsType:text 10=readOnly:bool
ScaleIOVolumeSource 1=gateway:!text 2=system:!text 3=secretRef:?LocalObjectReference 4=sslEnabled:bool 5=protectionDomain:text 6=storagePool:text 7=storageMode:text 8=volumeName:text 9=fsType:text 10=readOnly:bool
SeccompProfile 1=type:!text 2=localhostProfile:?text
Secret 1=metadata:!meta.ObjectMeta 5=immutable:?bool 2=data:{}bytes 4=stringData:{}text 3=type:text
SecretEnvSource 1=:!LocalObjectReference 2=optional:?bool
SecretKeySelector 1=:!LocalObjectReference 2=key:!text 3=optional:?bool
SecretProjection 1=:!LocalObjectReference 2=items:[]KeyToPath 4=optional:?bool
SecretReference 1=name:text 2=namespace:text
SecretVolumeSource 1=secretName:text 2=items:[]KeyToPath 3=defaultMode:?integer 4=optional:?bool 5=defaultUser:?integer
SecurityContext 1=capabilities:?Capabilities 2=privileged:?bool 3=seLinuxOptions:?SELinuxOptions 10=windowsOptions:?WindowsSecurityContextOptions 4=runAsUser:?integer 8=runAsGroup:?integer 5=runAsNonRoot:?bool 6=readOnlyRootFilesystem:?bool 7=allowPrivilegeEscalation:?bool 9=procMount:?text 11=seccompProfile:?SeccompProfile 12=appArmorProfile:?AppArmorProfile
Service 1=metadata:!meta.ObjectMeta 2=spec:!ServiceSpec 3=status:!ServiceStatus
ServiceAccount 1=metadata:!meta.ObjectMeta 2=secrets:[]ObjectReference 3=imagePullSecrets:[]LocalObjectReference 4=automountServiceAccountToken:?bool
ServiceAccountTokenProjection 1=audience:text 2=expirationSeconds:?integer 3=path:!text 4=user:?integer
ServicePort 1=name:text 2=protocol:text 6=appProtocol:?text 3=port:!integer 4=targetPort:!IntOrString 5=nodePort:integer
ServiceSpec 1=ports:[]ServicePort 2=selector:{}text 3=clusterIP:text 18=clusterIPs:[]text 4=type:text 5=externalIPs:[]text 7=sessionAffinity:text 8=loadBalancerIP:text 9=loadBalancerSourceRanges:[]text 10=externalName:text 11=externalTrafficPolicy:text 12=healthCheckNodePort:integer 13=publishNotReadyAddresses:bool 14=sessionAffinityConfig:?SessionAffinityConfig 19=ipFamilies:[]text 17=ipFamilyPolicy:?text 20=allocateLoadBalancerNodePorts:?bool 21=loadBalancerClass:?text 22=internalTrafficPolicy:?text 23=trafficDistribution:?text
ServiceStatus 1=loadBalancer:!LoadBalancerStatus 2=conditions:[]meta.Condition
SessionAffinityConfig 1=clientIP:?ClientIPConfig
SleepAction 1=seconds:!integer
StorageOSPersistentVolumeSource 1=volumeName:text 2=volumeNamespace:text 3=fsType:text 4=readOnly:bool 5=secretRef:?ObjectReference
StorageOSVolumeSource 1=volumeName:text 2=volumeNamespace:text 3=fsType:text 4=readOnly:bool 5=secretRef:?LocalObjectReference
Sysctl 1=name:!text 2=value:!text
TCPSocketAction 1=port:!IntOrString 2=host:text
Taint 1=key:!text 2=value:text 3=effect:!text 4=timeAdded:?Time
Toleration 1=key:text 2=operator:text 3=value:text 4=effect:text 5=tolerationSeconds:?integer
TopologySpreadConstraint 1=maxSkew:!integer 2=topologyKey:!text 3=whenUnsatisfiable:!text 4=labelSelector:?meta.LabelSelector 5=minDomains:?integer 6=nodeAffinityPolicy:?text 7=nodeTaintsPolicy:?text 8=matchLabelKeys:[]text
TypedLocalObjectReference 1=apiGroup:?text 2=kind:!text 3=name:!text
TypedObjectReference 1=apiGroup:?text 2=kind:!text 3=name:!text 4=namespace:?text
Volume 1=name:!text 2=:!VolumeSource
VolumeDevice 1=name:!text 2=devicePath:!text
VolumeHealthCondition 1=status:!text 2=reason:!text 3=message:text
VolumeHealthStatus 1=healthConditions:[]VolumeHealthCondition 2=lastTransitionTime:!Time
VolumeMount 1=name:!text 2=readOnly:bool 7=recursiveReadOnly:?text 3=mountPath:!text 4=subPath:text 5=mountPropagation:?text 6=subPathExpr:text 8=bindMountOptions:[]text
VolumeMountStatus 1=name:!text 2=mountPath:!text 3=readOnly:bool 4=recursiveReadOnly:?text 5=volumeStatus:?VolumeStatus
VolumeNodeAffinity 1=required:?NodeSelector
VolumeProjection 1=secret:?SecretProjection 2=downwardAPI:?DownwardAPIProjection 3=configMap:?ConfigMapProjection 4=serviceAccountToken:?ServiceAccountTokenProjection 5=clusterTrustBundle:?ClusterTrustBundleProjection 6=podCertificate:?PodCertificateProjection
VolumeResourceRequirements 1=limits:{}Quantity 2=requests:{}Quantity
VolumeSource 1=hostPath:?HostPathVolumeSource 2=emptyDir:?EmptyDirVolumeSource 3=gcePersistentDisk:?GCEPersistentDiskVolumeSource 4=awsElasticBlockStore:?AWSElasticBlockStoreVolumeSource 5=gitRepo:?GitRepoVolumeSource 6=secret:?SecretVolumeSource 7=nfs:?NFSVolumeSource 8=iscsi:?ISCSIVolumeSource 9=glusterfs:?GlusterfsVolumeSource 10=persistentVolumeClaim:?PersistentVolumeClaimVolumeSource 11=rbd:?RBDVolumeSource 12=flexVolume:?FlexVolumeSource 13=cinder:?CinderVolumeSource 14=cephfs:?CephFSVolumeSource 15=flocker:?FlockerVolumeSource 16=downwardAPI:?DownwardAPIVolumeSource 17=fc:?FCVolumeSource 18=azureFile:?AzureFileVolumeSource 19=configMap:?ConfigMapVolumeSource 20=vsphereVolume:?VsphereVirtualDiskVolumeSource 21=quobyte:?QuobyteVolumeSource 22=azureDisk:?AzureDiskVolumeSource 23=photonPersistentDisk:?PhotonPersistentDiskVolumeSource 26=projected:?ProjectedVolumeSource 24=portworxVolume:?PortworxVolumeSource 25=scaleIO:?ScaleIOVolumeSource 27=storageos:?StorageOSVolumeSource 28=csi:?CSIVolumeSource 29=ephemeral:?EphemeralVolumeSource 30=image:?ImageVolumeSource
VolumeStatus 1=image:?ImageVolumeStatus
VsphereVirtualDiskVolumeSource 1=volumePath:!text 2=fsType:text 3=storagePolicyName:text 4=storagePolicyID:text
WeightedPodAffinityTerm 1=weight:!integer 2=podAffinityTerm:!PodAffinityTerm
WindowsSecurityContextOptions 1=gmsaCredentialSpecName:?text 2=gmsaCredentialSpec:?text 3=runAsUserName:?text 4=hostProcess:?bool
`;
