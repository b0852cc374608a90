import { jsonText } from '../objects/json-text.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { type TableShape } from './table-shape.js';

/** The part of an object that its row carries beside the cells. */
export type IncludedObject = 'None' | 'Metadata' | 'Object';

/** The parts of a {@link TableForm}. */
export interface TableFormOptions {
  readonly shape: TableShape;
  /** `meta.k8s.io/v1`, or `meta.k8s.io/v1beta1`. */
  readonly apiVersion: string;
  readonly included: IncludedObject;
  /** Gives the whole object or its metadata, as a row carries it. */
  readonly shown: (object: StoredObject, included: 'Metadata' | 'Object') => unknown;
  /** Milliseconds, since rows show ages. */
  readonly now: () => number;
}

/**
 * One response in the form of tables: one object, a list, or the events of one watch. Only the
 * first event of a watch describes the columns.
 */
export class TableForm {
  readonly #options: TableFormOptions;
  #headed = false;

  constructor(options: TableFormOptions) {
    this.#options = options;
  }

  /** Formats one object. */
  objectText(object: StoredObject): string {
    const { resourceVersion } = object.metadata;

    return this.#table({ resourceVersion }, this.#options.shape.columns, [this.rowText(object)]);
  }

  /** Formats one object of an event. */
  eventText(object: StoredObject): string {
    const { resourceVersion } = object.metadata;

    return this.#table({ resourceVersion }, this.#columnsOnce(), [this.rowText(object)]);
  }

  /** Formats a bookmark: one row of an object that has only metadata. */
  bookmarkText(metadata: JsonObject, isMark: boolean): string {
    const { shape, apiVersion, included, now } = this.#options;
    const position = { kind: 'PartialObjectMetadata', apiVersion, metadata };
    // The end of the initial events carries an object even if the client wants none.
    const object = included === 'None' && !isMark ? null : position;
    const row = JSON.stringify({ cells: shape.cells({ metadata: {} }, now()), object });
    const { resourceVersion } = metadata;

    return this.#table({ resourceVersion }, this.#columnsOnce(), [row]);
  }

  /** Formats the text around the rows of a list. */
  listText(metadata: object): { readonly before: string; readonly after: string } {
    const [before = '', after = ''] = this.#table(metadata, this.#options.shape.columns, [
      '\u0000',
    ]).split('\u0000');

    return { before, after };
  }

  rowText(object: StoredObject): string {
    const { shape, included, shown, now } = this.#options;
    const conditions = shape.conditions?.(object);

    return jsonText({
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
