// Generated from k8s.io/api v0.37.2 by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of `k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1`, one a line. */
export const APIEXTENSIONS = `
CustomResourceColumnDefinition 1=name:!text 2=type:!text 3=format:text 4=description:text 5=priority:integer 6=jsonPath:!text
CustomResourceConversion 1=strategy:!text 2=webhook:?WebhookConversion
CustomResourceDefinition 1=metadata:!meta.ObjectMeta 2=spec:!CustomResourceDefinitionSpec 3=status:!CustomResourceDefinitionStatus
CustomResourceDefinitionCondition 1=type:!text 2=status:!text 3=lastTransitionTime:!Time 4=reason:text 5=message:text 6=observedGeneration:integer
CustomResourceDefinitionNames 1=plural:!text 2=singular:text 3=shortNames:[]text 4=kind:!text 5=listKind:text 6=categories:[]text
CustomResourceDefinitionSpec 1=group:!text 3=names:!CustomResourceDefinitionNames 4=scope:!text 7=versions:![]CustomResourceDefinitionVersion 9=conversion:?CustomResourceConversion 10=preserveUnknownFields:bool
CustomResourceDefinitionStatus 1=conditions:![]CustomResourceDefinitionCondition 2=acceptedNames:!CustomResourceDefinitionNames 3=storedVersions:![]text 4=observedGeneration:integer
CustomResourceDefinitionVersion 1=name:!text 2=served:!bool 3=storage:!bool 7=deprecated:bool 8=deprecationWarning:?text 4=schema:?CustomResourceValidation 5=subresources:?CustomResourceSubresources 6=additionalPrinterColumns:[]CustomResourceColumnDefinition 9=selectableFields:[]SelectableField
CustomResourceSubresourceScale 1=specReplicasPath:!text 2=statusReplicasPath:!text 3=labelSelectorPath:?text
CustomResourceSubresourceStatus
CustomResourceSubresources 1=status:?CustomResourceSubresourceStatus 2=scale:?CustomResourceSubresourceScale
CustomResourceValidation 1=openAPIV3Schema:?JSONSchemaProps
ExternalDocumentation 1=description:text 2=url:text
JSONSchemaProps 1=id:text 2=$schema:text 3=$ref:?text 4=description:text 5=type:text 6=format:text 7=title:text 8=default:?JSON 9=maximum:?double 10=exclusiveMaximum:bool 11=minimum:?double 12=exclusiveMinimum:bool 13=maxLength:?integer 14=minLength:?integer 15=pattern:text 16=maxItems:?integer 17=minItems:?integer 18=uniqueItems:bool 19=multipleOf:?double 20=enum:[]JSON 21=maxProperties:?integer 22=minProperties:?integer 23=required:[]text 24=items:?JSONSchemaPropsOrArray 25=allOf:[]JSONSchemaProps 26=oneOf:[]JSONSchemaProps 27=anyOf:[]JSONSchemaProps 28=not:?JSONSchemaProps 29=properties:{}JSONSchemaProps 30=additionalProperties:?JSONSchemaPropsOrBool 31=patternProperties:{}JSONSchemaProps 32=dependencies:{}JSONSchemaPropsOrStringArray 33=additionalItems:?JSONSchemaPropsOrBool 34=definitions:{}JSONSchemaProps 35=externalDocs:?ExternalDocumentation 36=example:?JSON 37=nullable:bool 38=x-kubernetes-preserve-unknown-fields:?bool 39=x-kubernetes-embedded-resource:bool 40=x-kubernetes-int-or-string:bool 41=x-kubernetes-list-map-keys:[]text 42=x-kubernetes-list-type:?text 43=x-kubernetes-map-type:?text 44=x-kubernetes-validations:[]ValidationRule
JSONSchemaPropsOrArray 1=schema:!JSONSchemaProps 2=jSONSchemas:![]JSONSchemaProps
JSONSchemaPropsOrBool 1=allows:!bool 2=schema:!JSONSchemaProps
JSONSchemaPropsOrStringArray 1=schema:!JSONSchemaProps 2=property:![]text
SelectableField 1=jsonPath:!text
ServiceReference 1=namespace:!text 2=name:!text 3=path:?text 4=port:?integer
ValidationRule 1=rule:!text 2=message:text 3=messageExpression:text 4=reason:?text 5=fieldPath:text 6=optionalOldSelf:?bool
WebhookClientConfig 3=url:?text 1=service:?ServiceReference 2=caBundle:bytes
WebhookConversion 2=clientConfig:?WebhookClientConfig 3=conversionReviewVersions:![]text
`;
