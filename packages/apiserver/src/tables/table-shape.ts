import { type JsonObject } from '../objects/stored-object.js';

/** The description of one column. */
export interface Column {
  readonly name: string;
  readonly type: string;
  /** `name` for the column that names the object. */
  readonly format: string;
  readonly description: string;
  /** 0 for columns that are always shown, 1 for columns of `kubectl get -o wide`. */
  readonly priority: number;
}

/** The columns of one resource, and how its objects become rows. */
export interface TableShape {
  readonly columns: readonly Column[];
  /** Makes a cell for each column. `now` is in milliseconds, since cells show ages. */
  readonly cells: (object: JsonObject, now: number) => readonly unknown[];
  /** Makes the conditions of a row whose object has completed. */
  readonly conditions?: (object: JsonObject) => readonly object[] | undefined;
}

/** The column that names the object. */
export const NAME = column('Name', { format: 'name' });
export const AGE = column('Age');

/** Makes a column of text that is always shown, unless `particulars` differ. */
export function column(name: string, particulars: Partial<Column> = {}): Column {
  return { name, type: 'string', format: '', description: '', priority: 0, ...particulars };
}

/** Makes columns of text that only a wide table shows. */
export function wide(...names: readonly string[]): readonly Column[] {
  return names.map((name) => column(name, { priority: 1 }));
}
