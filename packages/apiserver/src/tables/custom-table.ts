import { jsonText } from '../objects/json-text.js';
import { type PrinterColumn } from '../resources/served-resource.js';
import { nameOf } from './fields.js';
import { humanDuration } from './human-duration.js';
import { jsonPath } from './json-path.js';
import { NAME, type TableShape } from './table-shape.js';

/** The columns of a definition that declares none. */
const DEFAULT_COLUMNS: readonly PrinterColumn[] = [
  {
    name: 'Age',
    type: 'date',
    format: '',
    description: '',
    priority: 0,
    jsonPath: '.metadata.creationTimestamp',
  },
];

/** A moment in a custom object: RFC 3339. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u;

/** Makes the table of a custom resource: the name, and the columns of its definition. */
export function customTable(asked: readonly PrinterColumn[] = DEFAULT_COLUMNS): TableShape {
  const columns = asked.map(({ jsonPath: path, ...column }) => ({ column, read: jsonPath(path) }));

  return {
    columns: [NAME, ...columns.map(({ column }) => column)],
    cells: (object, now) => [
      nameOf(object),
      ...columns.map(({ column, read }) => {
        // If a path leads to many values, a real server shows only the first one.
        const [value] = read(object);

        return value === undefined ? null : cellOf(column.type, value, now);
      }),
    ],
  };
}

function cellOf(type: string, value: unknown, now: number): unknown {
  if (value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' && MOMENT.test(value)
        ? humanDuration(now - Date.parse(value))
        : '<invalid>';
    default:
      return typeof value === 'string' ? value : jsonText(value);
  }
}
