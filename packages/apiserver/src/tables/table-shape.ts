import { type JsonObject } from '../objects/stored-object.js';

/** What a table says of one of its columns. */
export interface Column {
  readonly name: string;
  readonly type: string;
  /** `name` for the column that names the object. */
  readonly format: string;
  readonly description: string;
  /** 0 for those that are always shown, 1 for those of `kubectl get -o wide`. */
  readonly priority: number;
}

/** How the objects of one resource become rows. */
export interface TableShape {
  readonly columns: readonly Column[];
  /** One cell for each column. `now` in milliseconds: ages are told, not moments. */
  readonly cells: (object: JsonObject, now: number) => readonly unknown[];
  /** Says of some rows that what they show has come to its end. */
  readonly conditions?: (object: JsonObject) => readonly object[] | undefined;
}

/** The column that names the object. */
export const NAME = column('Name', { format: 'name' });
export const AGE = column('Age');

/** A column of text that is always shown, but for what differs. */
export function column(name: string, particulars: Partial<Column> = {}): Column {
  return { name, type: 'string', format: '', description: '', priority: 0, ...particulars };
}

/** Columns of text that only a wide table shows. */
export function wide(...names: readonly string[]): readonly Column[] {
  return names.map((name) => column(name, { priority: 1 }));
}
