import { type ObjectMeta } from '@rxkube/protocol';

import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { type ServedResource } from '../resources/served-resource.js';

type Metadata = Partial<ObjectMeta>;

/** The content of an object with its metadata. */
interface Content {
  readonly fields: JsonObject;
  readonly metadata: Metadata;
}

/** Counts the changes of the template of a daemon set, as its old API did. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** Adds to the metadata of a new object what the server adds for its kind. */
export function withFirstAnnotations(
  { group, plural }: ServedResource,
  metadata: Metadata,
): Metadata {
  return group === 'apps' && plural === 'daemonsets'
    ? withTemplateGeneration(metadata, '1')
    : metadata;
}

/** Labels a new job that has no labels of its own with its name and uid. */
export function withJobLabels(
  { group, plural }: ServedResource,
  metadata: Metadata,
  { name, uid }: { readonly name: string; readonly uid: string },
): Metadata {
  if (group !== 'batch' || plural !== 'jobs' || metadata.labels !== undefined) return metadata;
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };

  return { ...metadata, labels };
}

/** Keeps the annotation of a daemon set, which counts the changes of its template. */
export function withCountedTemplate(
  { group, plural }: ServedResource,
  found: StoredObject,
  { fields, metadata }: Content,
): Content {
  if (group !== 'apps' || plural !== 'daemonsets') return { fields, metadata };
  const count = Number(found.metadata.annotations?.[TEMPLATE_GENERATION] ?? '0');
  const next = sameJson(templateOf(found['spec']), templateOf(fields['spec'])) ? count : count + 1;

  return next === 0
    ? { fields, metadata }
    : { fields, metadata: withTemplateGeneration(metadata, String(next)) };
}

function withTemplateGeneration(metadata: Metadata, count: string): Metadata {
  return { ...metadata, annotations: { ...metadata.annotations, [TEMPLATE_GENERATION]: count } };
}

function templateOf(spec: unknown): unknown {
  return isJsonObject(spec) ? spec['template'] : undefined;
}
