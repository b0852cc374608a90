import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type ObjectForm } from '../objects/canonical-object.js';
import { type JsonObject } from '../objects/stored-object.js';

/** What a name may be: a DNS name, one label of it, or whatever fits into a path. */
export type NameRule = 'subdomain' | 'label' | 'segment';

/** Where a resource keeps what `/scale` reads and writes, as paths such as `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** A label selector as a text, or as the object of the built-in kinds. */
  readonly selector: string | undefined;
}

/** A column that the definition of a custom resource asks for. */
export interface PrinterColumn {
  readonly name: string;
  /** `integer`, `number`, `string`, `boolean` or `date`. */
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 for those that are always shown. */
  readonly priority: number;
  readonly jsonPath: string;
}

/** What the server knows of one resource that it serves. */
export interface ServedResource extends ObjectForm {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  /** Names of groups of resources, such as `all`, that this one belongs to. */
  readonly categories: readonly string[];
  readonly nameRule: NameRule;
  /** Fields beyond `metadata.name` and `metadata.namespace` that a field selector may name. */
  readonly selectableFields: readonly string[];
  /** Whether the server counts changes of the spec in `metadata.generation`. */
  readonly countsGeneration: boolean;
  /** Whether DELETE answers with the object rather than with a Status. */
  readonly returnsDeleted: boolean;
  /** Whether the status is a subresource: written under its own path, and nowhere else. */
  readonly hasStatus: boolean;
  /** Whether a DELETE of the collection deletes what is in it. */
  readonly deletesMany: boolean;
  /** Absent where there is no `/scale`. */
  readonly scale: ScalePaths | undefined;
  /** Absent where no definition asks for any. */
  readonly printerColumns: readonly PrinterColumn[] | undefined;
  /** The OpenAPI schema of a definition, if it has one. */
  readonly schema: JsonObject | undefined;
  /** Whether a DELETE first marks the object, with time to end, and removes it in a second step. */
  readonly endsGracefully: boolean;
  /** Without a watch cache, all reads and watches come from the store itself. */
  readonly watchCache: boolean;
  /** The zero-valued parts that a typed server writes into a bookmark. */
  readonly bookmarkFields: JsonObject;
}

/** A custom resource as the server serves it, made from the descriptor that clients use. */
export function customResource(resource: Resource<KubeObject>): ServedResource {
  const { group, version, plural, kind, namespaced } = resource;

  return {
    group,
    version,
    apiVersion: group === '' ? version : `${group}/${version}`,
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    namespaced,
    shortNames: [],
    categories: [],
    nameRule: 'subdomain',
    builtIn: false,
    selectableFields: [],
    countsGeneration: true,
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

/** The name that messages use: `pods`, or `deployments.apps`. */
export function qualifiedName({ plural, group }: ServedResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
