import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { type TableShape } from './table-shape.js';

/** What of an object stands in its row beside the cells. */
export type IncludedObject = 'None' | 'Metadata' | 'Object';

/** What {@link TableForm} is made of. */
export interface TableFormOptions {
  readonly shape: TableShape;
  /** `meta.k8s.io/v1`, or `meta.k8s.io/v1beta1`. */
  readonly apiVersion: string;
  readonly included: IncludedObject;
  /** The object whole, or its metadata alone, as a row carries it. */
  readonly shown: (object: StoredObject, included: 'Metadata' | 'Object') => unknown;
  /** Milliseconds: ages are told, not moments. */
  readonly now: () => number;
}

/**
 * One answer in the form of tables: of one object, of a list, or of the events of one watch, of which only the first
 * says what its columns are.
 */
export class TableForm {
  readonly #options: TableFormOptions;
  #headed = false;

  constructor(options: TableFormOptions) {
    this.#options = options;
  }

  /** The table of one object. */
  objectText(object: StoredObject): string {
    const { resourceVersion } = object.metadata;

    return this.#table({ resourceVersion }, this.#options.shape.columns, [this.rowText(object)]);
  }

  /** The table of one object in an event. */
  eventText(object: StoredObject): string {
    const { resourceVersion } = object.metadata;

    return this.#table({ resourceVersion }, this.#columnsOnce(), [this.rowText(object)]);
  }

  /** The table of a position: one row of an object that is nothing but its metadata. */
  bookmarkText(metadata: JsonObject, isMark: boolean): string {
    const { shape, apiVersion, included, now } = this.#options;
    const position = { kind: 'PartialObjectMetadata', apiVersion, metadata };
    // Even where no objects are wanted, the end of the initial events shows by one.
    const object = included === 'None' && !isMark ? null : position;
    const row = JSON.stringify({ cells: shape.cells({ metadata: {} }, now()), object });
    const { resourceVersion } = metadata;

    return this.#table({ resourceVersion }, this.#columnsOnce(), [row]);
  }

  /** The text around the rows of a list. */
  listText(metadata: object): { readonly before: string; readonly after: string } {
    const [before = '', after = ''] = this.#table(metadata, this.#options.shape.columns, [
      '\u0000',
    ]).split('\u0000');

    return { before, after };
  }

  rowText(object: StoredObject): string {
    const { shape, included, shown, now } = this.#options;
    const conditions = shape.conditions?.(object);

    return JSON.stringify({
      cells: shape.cells(object, now()),
      ...(conditions !== undefined && { conditions }),
      object: included === 'None' ? null : shown(object, included),
    });
  }

  #columnsOnce(): TableShape['columns'] | null {
    if (this.#headed) return null;
    this.#headed = true;

    return this.#options.shape.columns;
  }

  #table(
    metadata: object,
    columnDefinitions: TableShape['columns'] | null,
    rows: readonly string[],
  ): string {
    const { apiVersion } = this.#options;
    const head = JSON.stringify({ kind: 'Table', apiVersion, metadata, columnDefinitions });

    return `${head.slice(0, -1)},"rows":[${rows.join(',')}]}`;
  }
}
