import { isJsonObject } from '../objects/json-object.js';
import {
  type PrinterColumn,
  type ScalePaths,
  type ServedResource,
  customResource,
} from './served-resource.js';
import { type JsonObject } from '../objects/stored-object.js';

/**
 * Makes the resource of a CustomResourceDefinition: in its storage version if that is served, else
 * in the first version that is. Returns `undefined` if no version can be served.
 */
export function customDefinition({ spec }: JsonObject): ServedResource | undefined {
  if (!isJsonObject(spec) || !isJsonObject(spec['names'])) return undefined;
  const { group, names, scope, versions } = spec;
  const { plural, kind, singular, listKind, shortNames, categories } = names;
  const offered = objectsIn(versions).filter(({ served }) => served === true);
  const chosen = offered.find(({ storage }) => storage === true) ?? offered[0] ?? {};
  const {
    name: version,
    selectableFields,
    subresources,
    additionalPrinterColumns,
    schema,
  } = chosen;
  if (!isText(group) || !isText(plural) || !isText(kind) || !isText(version)) return undefined;
  const described = { group, version, plural, kind, namespaced: scope === 'Namespaced' };

  return {
    ...customResource(described),
    ...(isText(singular) && { singular }),
    ...(isText(listKind) && { listKind }),
    shortNames: textsIn(shortNames),
    categories: textsIn(categories),
    scale: scaleOf(subresources),
    printerColumns: columnsOf(additionalPrinterColumns),
    schema: isJsonObject(schema) ? objectIn(schema['openAPIV3Schema']) : undefined,
    hasStatus: isJsonObject(subresources) && isJsonObject(subresources['status']),
    // Paths begin with a dot in definitions, but not in selectors.
    selectableFields: textsIn(objectsIn(selectableFields).map(({ jsonPath }) => jsonPath)).map(
      (path) => path.replace(/^\./u, ''),
    ),
  };
}

function scaleOf(subresources: unknown): ScalePaths | undefined {
  const scale = isJsonObject(subresources) ? objectIn(subresources['scale']) : undefined;
  const {
    specReplicasPath: specReplicas,
    statusReplicasPath: statusReplicas,
    labelSelectorPath: selector,
  } = scale ?? {};
  if (!isText(specReplicas) || !isText(statusReplicas)) return undefined;

  return { specReplicas, statusReplicas, selector: isText(selector) ? selector : undefined };
}

function columnsOf(columns: unknown): readonly PrinterColumn[] | undefined {
  const asked = objectsIn(columns).flatMap((column): PrinterColumn[] => {
    const { name, type, format, description, priority, jsonPath } = column;
    if (!isText(name) || !isText(type) || !isText(jsonPath)) return [];

    return [
      {
        name,
        type,
        format: isText(format) ? format : '',
        description: isText(description)
          ? description
          : `Custom resource definition column (in JSONPath format): ${jsonPath}`,
        priority: typeof priority === 'number' ? priority : 0,
        jsonPath,
      },
    ];
  });

  return asked.length > 0 ? asked : undefined;
}

function objectIn(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
