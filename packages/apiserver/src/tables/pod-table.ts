import { type JsonObject } from '../objects/stored-object.js';
import { ageOf, conditionOf, nameOf, objectsAt, textAt } from './fields.js';
import { podState } from './pod-state.js';
import { AGE, NAME, type TableShape, column, wide } from './table-shape.js';

const ENDED: ReadonlyMap<string, object> = new Map([
  [
    'Succeeded',
    {
      type: 'Completed',
      status: 'True',
      reason: 'Succeeded',
      message: 'The pod has completed successfully.',
    },
  ],
  ['Failed', { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' }],
]);

/** The table of pods. A row sums up the states of the containers. */
export const podTable: TableShape = {
  columns: [
    NAME,
    column('Ready'),
    column('Status'),
    column('Restarts'),
    AGE,
    ...wide('IP', 'Node', 'Nominated Node', 'Readiness Gates'),
  ],
  cells: (pod, now) => {
    const { ready, containers, status, restarts } = podState(pod, now);

    return [
      nameOf(pod),
      `${String(ready)}/${String(containers)}`,
      status,
      restarts,
      ageOf(pod, now),
      textAt(objectsAt(pod, 'status', 'podIPs')[0], 'ip') || '<none>',
      textAt(pod, 'spec', 'nodeName') || '<none>',
      textAt(pod, 'status', 'nominatedNodeName') || '<none>',
      gatesOf(pod),
    ];
  },
  conditions: (pod) => {
    const ended = ENDED.get(textAt(pod, 'status', 'phase'));

    return ended && [ended];
  },
};

function gatesOf(pod: JsonObject): string {
  const gates = objectsAt(pod, 'spec', 'readinessGates');
  if (gates.length === 0) return '<none>';
  const open = gates.filter((gate) => conditionOf(pod, textAt(gate, 'conditionType')) === 'True');

  return `${String(open.length)}/${String(gates.length)}`;
}
