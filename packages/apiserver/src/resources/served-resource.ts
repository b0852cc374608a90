import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type ObjectForm } from '../objects/canonical-object.js';
import { type JsonObject } from '../objects/stored-object.js';

/** The rule for a name: a DNS name, one label of a DNS name, or one segment of a path. */
export type NameRule = 'subdomain' | 'label' | 'segment';

/** The fields that `/scale` reads and writes, as paths such as `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** Leads to a label selector: a text, or an object as in built-in kinds. */
  readonly selector: string | undefined;
}

/** A column that the definition of a custom resource declares. */
export interface PrinterColumn {
  readonly name: string;
  /** `integer`, `number`, `string`, `boolean` or `date`. */
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 for columns that are always shown. */
  readonly priority: number;
  readonly jsonPath: string;
}

/** The description of one resource that the server serves. */
export interface ServedResource extends ObjectForm {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  /** The groups of resources to which this one belongs, such as `all`. */
  readonly categories: readonly string[];
  readonly nameRule: NameRule;
  /** The fields that a field selector may name, beside `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  /** Whether the server counts changes of the spec in `metadata.generation`. */
  readonly countsGeneration: boolean;
  /** Whether an update must name the version that it replaces. */
  readonly updatesByVersion: boolean;
  /** Whether DELETE responds with the object instead of a Status. */
  readonly returnsDeleted: boolean;
  /** Whether the status is a subresource, which only writes to its own path can change. */
  readonly hasStatus: boolean;
  /** Whether the collection can be deleted. */
  readonly deletesMany: boolean;
  /** Absent if there is no `/scale`. */
  readonly scale: ScalePaths | undefined;
  /** Absent if no definition declares columns. */
  readonly printerColumns: readonly PrinterColumn[] | undefined;
  /** The OpenAPI schema of the definition, if there is one. */
  readonly schema: JsonObject | undefined;
  /**
   * Whether a DELETE first marks the object with a grace period, and removes it in a second step.
   */
  readonly endsGracefully: boolean;
  /** Without a watch cache, all reads and watches come from the storage. */
  readonly watchCache: boolean;
  /** The zero values that a typed server writes into a bookmark. */
  readonly bookmarkFields: JsonObject;
}

/** Makes the description of a custom resource from the descriptor that clients use. */
export function customResource(resource: Resource<KubeObject>): ServedResource {
  const { group, plural, namespaced } = resource;

  return {
    ...namesOf(resource),
    namespaced,
    shortNames: [],
    categories: [],
    nameRule: nameRuleOf(group, plural),
    builtIn: false,
    selectableFields: [],
    countsGeneration: true,
    updatesByVersion: true,
    returnsDeleted: false,
    hasStatus: false,
    deletesMany: true,
    scale: undefined,
    printerColumns: undefined,
    schema: undefined,
    endsGracefully: false,
    watchCache: true,
    bookmarkFields: {},
  };
}

/** Returns the names of a resource that follow from its group, version, plural and kind. */
export function namesOf({
  group,
  version,
  plural,
  kind,
}: Pick<Resource<KubeObject>, 'group' | 'version' | 'plural' | 'kind'>): Pick<
  ServedResource,
  'group' | 'version' | 'apiVersion' | 'plural' | 'singular' | 'kind' | 'listKind'
> {
  return {
    group,
    version,
    apiVersion: group === '' ? version : `${group}/${version}`,
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
  };
}

/** Roles and addresses have names that are not DNS names. */
function nameRuleOf(group: string, plural: string): NameRule {
  const isAddress = group === 'networking.k8s.io' && plural === 'ipaddresses';

  return isAddress || group === 'rbac.authorization.k8s.io' ? 'segment' : 'subdomain';
}

/** Returns the name that messages use: `pods`, or `deployments.apps`. */
export function qualifiedName({ plural, group }: ServedResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
