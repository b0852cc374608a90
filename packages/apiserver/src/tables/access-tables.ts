import { type JsonObject } from '../objects/stored-object.js';
import { ageOf, nameOf, objectsAt, textAt } from './fields.js';
import { AGE, NAME, type TableShape, column, wide } from './table-shape.js';

export const serviceAccountTable: TableShape = {
  columns: [NAME, AGE],
  cells: (object, now) => [nameOf(object), ageOf(object, now)],
};

/** The table of roles and cluster roles, which shows a moment instead of an age. */
export const roleTable: TableShape = {
  columns: [NAME, column('Created At', { type: 'date' })],
  cells: (object) => [nameOf(object), textAt(object, 'metadata', 'creationTimestamp')],
};

/** The table of role bindings and cluster role bindings. */
export const bindingTable: TableShape = {
  columns: [NAME, column('Role'), AGE, ...wide('Users', 'Groups', 'ServiceAccounts')],
  cells: (object, now) => [
    nameOf(object),
    `${textAt(object, 'roleRef', 'kind')}/${textAt(object, 'roleRef', 'name')}`,
    ageOf(object, now),
    subjectsOf(object, 'User'),
    subjectsOf(object, 'Group'),
    subjectsOf(object, 'ServiceAccount'),
  ],
};

/** Lists the subjects of one kind. Only a service account has a namespace. */
function subjectsOf(binding: JsonObject, kind: string): string {
  return objectsAt(binding, 'subjects')
    .filter((subject) => subject['kind'] === kind)
    .map((subject) => {
      const name = textAt(subject, 'name');

      return kind === 'ServiceAccount' ? `${textAt(subject, 'namespace')}/${name}` : name;
    })
    .join(', ');
}
