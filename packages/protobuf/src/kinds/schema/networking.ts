// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.networking.v1`, one a line. */
export const NETWORKING = `
HTTPIngressPath 1=path:text 3=pathType:?text 2=backend:!IngressBackend
HTTPIngressRuleValue 1=paths:![]HTTPIngressPath
Ingress 1=metadata:!meta.ObjectMeta 2=spec:!IngressSpec 3=status:!IngressStatus
IngressBackend 4=service:?IngressServiceBackend 3=resource:?core.TypedLocalObjectReference
IngressLoadBalancerIngress 1=ip:text 2=hostname:text 4=ports:[]IngressPortStatus
IngressLoadBalancerStatus 1=ingress:[]IngressLoadBalancerIngress
IngressPortStatus 1=port:!integer 2=protocol:!text 3=error:?text
IngressRule 1=host:text 2=:!IngressRuleValue
IngressRuleValue 1=http:?HTTPIngressRuleValue
IngressServiceBackend 1=name:!text 2=port:!ServiceBackendPort
IngressSpec 4=ingressClassName:?text 1=defaultBackend:?IngressBackend 2=tls:[]IngressTLS 3=rules:[]IngressRule
IngressStatus 1=loadBalancer:!IngressLoadBalancerStatus
IngressTLS 1=hosts:[]text 2=secretName:text
ServiceBackendPort 1=name:text 2=number:integer
`;
