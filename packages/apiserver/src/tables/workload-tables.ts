import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import {
  ageOf,
  agoAt,
  conditionOf,
  fieldAt,
  nameOf,
  numberAt,
  objectsAt,
  textAt,
} from './fields.js';
import { humanDuration } from './human-duration.js';
import { labelText, selectorText } from './label-text.js';
import { AGE, NAME, type TableShape, column, wide } from './table-shape.js';

const CONTAINERS = wide('Containers', 'Images');
const SELECTOR = wide('Selector');
const integer = { type: 'integer' };
/** The conditions of a job that its row shows, the most important first. */
const JOB_STATES: readonly (readonly [condition: string, status: string])[] = [
  ['Complete', 'Complete'],
  ['Failed', 'Failed'],
  ['', 'Terminating'],
  ['Suspended', 'Suspended'],
  ['FailureTarget', 'FailureTarget'],
  ['SuccessCriteriaMet', 'SuccessCriteriaMet'],
];

export const deploymentTable: TableShape = {
  columns: [
    NAME,
    column('Ready'),
    column('Up-to-date'),
    column('Available'),
    AGE,
    ...CONTAINERS,
    ...SELECTOR,
  ],
  cells: (object, now) => [
    nameOf(object),
    readyOf(object),
    numberAt(object, 'status', 'updatedReplicas'),
    numberAt(object, 'status', 'availableReplicas'),
    ageOf(object, now),
    ...containerCells(object, 'spec'),
    selectorText(fieldAt(object, 'spec', 'selector'), ''),
  ],
};

export const replicaSetTable: TableShape = {
  columns: [
    NAME,
    column('Desired', integer),
    column('Current', integer),
    column('Ready', integer),
    AGE,
    ...CONTAINERS,
    ...SELECTOR,
  ],
  cells: (object, now) => [
    nameOf(object),
    wantedReplicas(object),
    numberAt(object, 'status', 'replicas'),
    numberAt(object, 'status', 'readyReplicas'),
    ageOf(object, now),
    ...containerCells(object, 'spec'),
    selectorText(fieldAt(object, 'spec', 'selector')),
  ],
};

export const statefulSetTable: TableShape = {
  columns: [NAME, column('Ready'), AGE, ...CONTAINERS],
  cells: (object, now) => [
    nameOf(object),
    readyOf(object),
    ageOf(object, now),
    ...containerCells(object, 'spec'),
  ],
};

export const daemonSetTable: TableShape = {
  columns: [
    NAME,
    column('Desired', integer),
    column('Current', integer),
    column('Ready', integer),
    column('Up-to-date', integer),
    column('Available', integer),
    column('Node Selector'),
    AGE,
    ...CONTAINERS,
    ...SELECTOR,
  ],
  cells: (object, now) => [
    nameOf(object),
    numberAt(object, 'status', 'desiredNumberScheduled'),
    numberAt(object, 'status', 'currentNumberScheduled'),
    numberAt(object, 'status', 'numberReady'),
    numberAt(object, 'status', 'updatedNumberScheduled'),
    numberAt(object, 'status', 'numberAvailable'),
    labelText(fieldAt(object, 'spec', 'template', 'spec', 'nodeSelector')),
    ageOf(object, now),
    ...containerCells(object, 'spec'),
    selectorText(fieldAt(object, 'spec', 'selector')),
  ],
};

export const jobTable: TableShape = {
  columns: [
    NAME,
    column('Status'),
    column('Completions'),
    column('Duration'),
    AGE,
    ...CONTAINERS,
    ...SELECTOR,
  ],
  cells: (object, now) => [
    nameOf(object),
    jobStatus(object),
    completionsOf(object),
    jobDuration(object, now),
    ageOf(object, now),
    ...containerCells(object, 'spec'),
    selectorText(fieldAt(object, 'spec', 'selector')),
  ],
};

export const cronJobTable: TableShape = {
  columns: [
    NAME,
    column('Schedule'),
    column('Timezone'),
    column('Suspend', { type: 'boolean' }),
    column('Active', integer),
    column('Last Schedule'),
    AGE,
    ...CONTAINERS,
    ...SELECTOR,
  ],
  cells: (object, now) => [
    nameOf(object),
    textAt(object, 'spec', 'schedule'),
    textAt(object, 'spec', 'timeZone') || '<none>',
    fieldAt(object, 'spec', 'suspend') === true ? 'True' : 'False',
    objectsAt(object, 'status', 'active').length,
    textAt(object, 'status', 'lastScheduleTime') === ''
      ? '<none>'
      : agoAt(now, object, 'status', 'lastScheduleTime'),
    ageOf(object, now),
    ...containerCells(object, 'spec', 'jobTemplate', 'spec'),
    selectorText(fieldAt(object, 'spec', 'jobTemplate', 'spec', 'selector')),
  ],
};

function readyOf(object: JsonObject): string {
  return `${String(numberAt(object, 'status', 'readyReplicas'))}/${String(wantedReplicas(object))}`;
}

/** The default that a real server writes into an object without a value. */
function wantedReplicas(object: JsonObject): number {
  const { spec } = object;

  return isJsonObject(spec) && spec['replicas'] === undefined ? 1 : numberAt(spec, 'replicas');
}

function containerCells(object: JsonObject, ...spec: readonly string[]): readonly string[] {
  const containers = objectsAt(object, ...spec, 'template', 'spec', 'containers');

  return ['name', 'image'].map((field) =>
    containers.map((container) => textAt(container, field)).join(','),
  );
}

function jobStatus(object: JsonObject): string {
  const ending = fieldAt(object, 'metadata', 'deletionTimestamp') !== undefined;
  const [, status] =
    JOB_STATES.find(([condition]) =>
      condition === '' ? ending : conditionOf(object, condition) === 'True',
    ) ?? [];

  return status ?? 'Running';
}

/** On a real server, a job with neither number gets 1 for both. */
function completionsOf(object: JsonObject): string {
  const { spec } = object;
  const succeeded = String(numberAt(object, 'status', 'succeeded'));
  const completions = fieldAt(spec, 'completions');
  if (typeof completions === 'number') return `${succeeded}/${String(completions)}`;
  const parallelism = numberAt(spec, 'parallelism');

  return parallelism > 1 ? `${succeeded}/1 of ${String(parallelism)}` : `${succeeded}/1`;
}

function jobDuration(object: JsonObject, now: number): string {
  const start = textAt(object, 'status', 'startTime');
  if (start === '') return '';
  const end = textAt(object, 'status', 'completionTime');

  return humanDuration((end === '' ? now : Date.parse(end)) - Date.parse(start));
}
