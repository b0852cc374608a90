// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.discovery.v1`, one a line. */
export const DISCOVERY = `
Endpoint 1=addresses:![]text 2=conditions:!EndpointConditions 3=hostname:?text 4=targetRef:?core.ObjectReference 5=deprecatedTopology:{}text 6=nodeName:?text 7=zone:?text 8=hints:?EndpointHints
EndpointConditions 1=ready:?bool 2=serving:?bool 3=terminating:?bool
EndpointHints 1=forZones:[]ForZone 2=forNodes:[]ForNode
EndpointPort 1=name:?text 2=protocol:?text 3=port:?integer 4=appProtocol:?text
EndpointSlice 1=metadata:!meta.ObjectMeta 4=addressType:!text 2=endpoints:![]Endpoint 3=ports:![]EndpointPort
ForNode 1=name:!text
ForZone 1=name:!text
`;
