// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.api.rbac.v1`, one a line. */
export const RBAC = `
AggregationRule 1=clusterRoleSelectors:[]meta.LabelSelector
ClusterRole 1=metadata:!meta.ObjectMeta 2=rules:![]PolicyRule 3=aggregationRule:?AggregationRule
ClusterRoleBinding 1=metadata:!meta.ObjectMeta 2=subjects:[]Subject 3=roleRef:!RoleRef
PolicyRule 1=verbs:![]text 2=apiGroups:[]text 3=resources:[]text 4=resourceNames:[]text 5=nonResourceURLs:[]text
Role 1=metadata:!meta.ObjectMeta 2=rules:![]PolicyRule
RoleBinding 1=metadata:!meta.ObjectMeta 2=subjects:[]Subject 3=roleRef:!RoleRef
RoleRef 1=apiGroup:!text 2=kind:!text 3=name:!text
Subject 1=kind:!text 2=apiGroup:text 3=name:!text 4=namespace:text
`;
