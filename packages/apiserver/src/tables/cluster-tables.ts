import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { ageOf, conditionOf, fieldAt, nameOf, objectsAt, textAt, textsAt } from './fields.js';
import { AGE, NAME, type TableShape, column, wide } from './table-shape.js';

const ROLE = 'node-role.kubernetes.io/';
const OLD_ROLE = 'kubernetes.io/role';

export const nodeTable: TableShape = {
  columns: [
    NAME,
    column('Status'),
    column('Roles'),
    AGE,
    column('Version'),
    ...wide('Internal-IP', 'External-IP', 'OS-Image', 'Kernel-Version', 'Container-Runtime'),
  ],
  cells: (node, now) => {
    const info = fieldAt(node, 'status', 'nodeInfo');
    const architecture = textAt(info, 'architecture');
    const kernel = textAt(info, 'kernelVersion') || '<unknown>';

    return [
      nameOf(node),
      nodeStatus(node),
      rolesOf(node),
      ageOf(node, now),
      textAt(info, 'kubeletVersion'),
      addressOf(node, 'InternalIP'),
      addressOf(node, 'ExternalIP'),
      textAt(info, 'osImage') || '<unknown>',
      architecture === '' ? kernel : `${kernel} (${architecture})`,
      textAt(info, 'containerRuntimeVersion') || '<unknown>',
    ];
  },
};

export const namespaceTable: TableShape = {
  columns: [NAME, column('Status'), AGE],
  cells: (object, now) => [nameOf(object), textAt(object, 'status', 'phase'), ageOf(object, now)],
};

export const leaseTable: TableShape = {
  columns: [NAME, column('Holder'), AGE],
  cells: (object, now) => [
    nameOf(object),
    textAt(object, 'spec', 'holderIdentity'),
    ageOf(object, now),
  ],
};

/** The only table that shows a moment instead of an age. */
export const definitionTable: TableShape = {
  columns: [
    NAME,
    column('Scope'),
    column('Versions'),
    column('Created At', { type: 'date' }),
    ...wide('Group', 'Kind', 'ShortNames'),
    column('Established', { type: 'boolean', priority: 1 }),
  ],
  cells: (object) => [
    nameOf(object),
    textAt(object, 'spec', 'scope'),
    objectsAt(object, 'spec', 'versions')
      .map((version) => textAt(version, 'name'))
      .join(','),
    textAt(object, 'metadata', 'creationTimestamp'),
    textAt(object, 'spec', 'group'),
    textAt(object, 'spec', 'names', 'kind'),
    textsAt(object, 'spec', 'names', 'shortNames').join(','),
    conditionOf(object, 'Established') === 'True',
  ],
};

function nodeStatus(node: JsonObject): string {
  const ready = conditionOf(node, 'Ready');
  const status = ready === '' ? 'Unknown' : ready === 'True' ? 'Ready' : 'NotReady';

  return fieldAt(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

function rolesOf(node: JsonObject): string {
  const labels = fieldAt(node, 'metadata', 'labels');
  const roles = Object.entries(isJsonObject(labels) ? labels : {}).flatMap(([name, value]) => {
    if (name.startsWith(ROLE)) return [name.slice(ROLE.length)];

    return name === OLD_ROLE && typeof value === 'string' ? [value] : [];
  });
  const named = [...new Set(roles)].filter((role) => role !== '');

  return named.length === 0 ? '<none>' : named.sort().join(',');
}

function addressOf(node: JsonObject, type: string): string {
  const found = objectsAt(node, 'status', 'addresses').find((address) => address['type'] === type);

  return found === undefined ? '<none>' : textAt(found, 'address');
}
