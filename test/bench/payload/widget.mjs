import { digest, moment, owned } from './kind.mjs';

/** @import { Kind, Place } from './kind.mjs' */

/**
 * A custom resource as an API server writes it: 3.9 KB, every object's keys sorted, so that annotations, labels and
 * `managedFields` come before the name.
 *
 * @type {Kind}
 */
export const widget = {
  kind: 'Widget',
  apiVersion: 'bench.rxkube.test/v1',
  path: '/apis/bench.rxkube.test/v1/widgets',
  bareItems: false,
  make: (place) => sorted(make(place)),
};

/** @param {Place} place */
function make({ index, version, revision, namespace, name, isDeleted }) {
  const hash = digest(index);
  const since = moment(index);
  const parts = Array.from({ length: 8 }, (_, part) => `part-${String(part)}`);

  return {
    apiVersion: widget.apiVersion,
    kind: widget.kind,
    metadata: {
      annotations: {
        'bench.rxkube.test/checksum': hash.repeat(8),
        'bench.rxkube.test/note': 'made by a program, "name":"none"',
      },
      creationTimestamp: since,
      ...(isDeleted === true ? { deletionTimestamp: moment(index + 9_000) } : {}),
      generation: revision + 1,
      labels: { app: `widget-${String(index % 160)}`, hash, tier: 'gold' },
      managedFields: [
        managed('widget-operator', since, 'f:spec', parts, ['replicas', 'template']),
        managed('widget-status', since, 'f:status', parts, ['observedGeneration', 'phase']),
      ],
      name: name ?? `widget-${hash}-${index.toString(36).padStart(5, 'w')}`,
      namespace: namespace ?? `shop-${String(index % 40)}`,
      resourceVersion: version,
      uid: `${hash}-0a1b-4c2d-9e3f-${index.toString(16).padStart(12, '0')}`,
    },
    spec: {
      replicas: (index + revision) % 9,
      parts: parts.map((part, at) => ({
        name: part,
        image: `registry.test/widgets/${part}:v${String(revision % 50)}`,
        weight: at * 7,
        digest: hash.repeat(4),
        options: { retries: 3, timeoutSeconds: 30, enabled: at % 2 === 0 },
      })),
      template: { metadata: { name: 'not-the-name', labels: { hash } }, size: 'large' },
    },
    status: {
      phase: revision % 4 === 3 ? 'Pending' : 'Ready',
      observedGeneration: revision + 1,
      conditions: parts.slice(0, 3).map((part) => ({
        type: `Has${part}`,
        status: 'True',
        reason: 'Reconciled',
        message: `The part was reconciled at revision ${String(revision)}`,
        lastTransitionTime: since,
      })),
    },
  };
}

/**
 * @param {string} manager
 * @param {string} time
 * @param {string} half
 * @param {readonly string[]} parts
 * @param {readonly string[]} fields
 */
function managed(manager, time, half, parts, fields) {
  const each = parts
    .slice(0, 6)
    .map((part) => [`k:{"name":"${part}"}`, { '.': {}, ...owned('image', 'name', 'weight') }]);

  return {
    apiVersion: widget.apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: { [half]: { ...owned(...fields), 'f:parts': Object.fromEntries(each) } },
    manager,
    operation: 'Update',
    time,
  };
}

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
function sorted(value) {
  if (Array.isArray(value)) return /** @type {T} */ (value.map(sorted));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);

  return Object.fromEntries(entries);
}
