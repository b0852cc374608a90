import { type GivenFields, addGiven, isFields, onlyGiven, onlyGivenOwned } from './given-fields.js';
import { type Played, type Transcript } from './play.js';

type Fields = Readonly<Record<string, unknown>>;

/** Fields beside the content of an object. */
const ALWAYS = ['kind', 'apiVersion', 'metadata'];

/**
 * Writes down the part of a transcript that both servers must agree on.
 *
 * - Of a refusal: the status code, the reason, and the fields of its causes.
 * - Of a built-in object: `metadata` with `managedFields`, and every field that some request gave.
 * - Of a custom object: all of it.
 * - Versions become their rank, uids and times become words. The version of a list must only be as high as those of the
 *   objects that came before it.
 */
export function compared({ played, frames }: Transcript, namespace: string): readonly string[] {
  const given: GivenFields = new Map();
  for (const { ask } of played) addGiven(given, parsed(ask.body));
  const masks = new Masks(given, namespace);
  const responses = played.map((response) => [titleOf(response), masks.response(response)]);
  const events = frames.map((list) => list.map((frame) => masks.value(frame)));
  const ranked = masks.ranked([...responses, ...events.flat()]);

  return ranked;
}

function titleOf({ ask }: Played): string {
  return `${ask.method} ${ask.path}`;
}

class Masks {
  readonly #given: GivenFields;
  readonly #namespace: string;
  readonly #versions = new Set<string>();
  readonly #uids = new Map<string, string>();

  constructor(given: GivenFields, namespace: string) {
    this.#given = given;
    this.#namespace = namespace;
  }

  response({ status, contentType, text }: Played): unknown {
    const body = parsed(text);
    if (typeof body === 'string' && contentType.includes('protobuf'))
      return { status, contentType };

    return { status, contentType, body: this.value(body) };
  }

  value(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isFields(value)) return value;
    if (value['kind'] === 'Status' && value['status'] === 'Failure') return refusal(value);
    if (Array.isArray(value['items'])) return this.#list(value);
    if (value['kind'] === 'Table') return this.#table(value);
    if (typeof value['type'] === 'string' && isFields(value['object'])) {
      return { type: value['type'], object: this.value(value['object']) };
    }
    if (isFields(value['metadata']) && typeof value['kind'] !== 'undefined')
      return this.#object(value);

    return this.#masked(value);
  }

  /** Puts ranks in the place of versions. */
  ranked(values: readonly unknown[]): readonly string[] {
    const sorted = [...this.#versions].sort((left, right) =>
      BigInt(left) < BigInt(right) ? -1 : 1,
    );
    const ranks = new Map(sorted.map((version, rank) => [version, `#${String(rank)}`]));

    return values.map((value) =>
      JSON.stringify(value)
        .replaceAll(this.#namespace, '<ns>')
        .replaceAll(/\\u0001(\d+)\\u0001/gu, (_, version: string) => ranks.get(version) ?? ''),
    );
  }

  #list({ items, metadata, ...rest }: Fields): unknown {
    const { resourceVersion, continue: token, ...others } = isFields(metadata) ? metadata : {};
    const latest = [...this.#versions].reduce(
      (highest, version) => (BigInt(version) > highest ? BigInt(version) : highest),
      0n,
    );
    const isInOrder = BigInt(typeof resourceVersion === 'string' ? resourceVersion : '0') >= latest;

    return this.#sorted({
      ...rest,
      metadata: {
        ...others,
        resourceVersion: isInOrder ? 'in order' : 'too low',
        ...(token !== undefined && { continue: token === '' ? '' : 'a token' }),
      },
      items: (items as readonly unknown[]).map((item) =>
        isFields(item) ? this.#object(item) : item,
      ),
    });
  }

  #table({ metadata, rows, columnDefinitions, ...rest }: Fields): unknown {
    const list = Array.isArray(rows) ? rows.filter(isFields) : [];

    return this.#sorted({
      ...rest,
      columnDefinitions: this.#masked(columnDefinitions),
      ...(this.#list({ items: [], metadata }) as Fields),
      rows: list.map(({ cells, object }) => ({
        cells: (cells as readonly unknown[]).map((cell) =>
          typeof cell === 'string' && /^\d+s$/u.test(cell) ? 'an age' : cell,
        ),
        object: isFields(object) ? this.#object(object) : object,
      })),
    });
  }

  #object(object: Fields): unknown {
    const { apiVersion, metadata, kind } = object;
    const isCustom = typeof apiVersion === 'string' && apiVersion.startsWith('parity.');
    const isWhole = isCustom || kind === 'Status';
    const content = Object.fromEntries(
      Object.entries(object).filter(([name]) => !ALWAYS.includes(name)),
    );
    const shown = (
      kind === 'Status'
        ? this.#masked(content)
        : isWhole
          ? content
          : onlyGiven(content, this.#given)
    ) as Fields;

    return this.#sorted({
      apiVersion,
      kind,
      ...shown,
      metadata: this.#metadata(metadata, isWhole),
    });
  }

  #metadata(metadata: unknown, isWhole: boolean): unknown {
    if (!isFields(metadata)) return metadata;
    const { managedFields, generateName, name } = metadata;
    const isGenerated = typeof generateName === 'string' && typeof name === 'string';
    const owners = Array.isArray(managedFields) ? this.#owners(managedFields, isWhole) : [];

    return this.#masked({
      ...metadata,
      managedFields: owners.length === 0 ? undefined : owners,
      ...(isGenerated && { name: `${name.slice(0, -5)}?????` }),
    });
  }

  /** Returns the owners of fields that some request gave. An owner of other fields alone does not count. */
  #owners(managedFields: readonly unknown[], isWhole: boolean): readonly string[] {
    return (
      managedFields
        .filter(isFields)
        .map((entry): Fields => ({
          ...entry,
          fieldsV1: isWhole ? entry['fieldsV1'] : onlyGivenOwned(entry['fieldsV1'], this.#given),
        }))
        .filter(({ fieldsV1 }) => JSON.stringify(fieldsV1) !== '{}')
        .map((entry) => JSON.stringify(this.#sorted(this.#masked(entry) as Fields)))
        // Entries are ordered by their seconds, which two servers do not share.
        .sort()
    );
  }

  #masked(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#masked(item));
    if (typeof value === 'string') return this.#text(value, key);
    if (!isFields(value) || key === 'fieldsV1') return isFields(value) ? this.#deep(value) : value;

    return this.#sorted(
      Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, this.#masked(part, name)]),
      ),
    );
  }

  #text(text: string, key: string): string {
    if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/u.test(text)) return this.#uid(text);
    switch (key) {
      case 'resourceVersion':
        if (!/^\d+$/u.test(text)) return text;
        this.#versions.add(text);

        return `\u0001${text}\u0001`;
      case 'time':
      case 'creationTimestamp':
      case 'deletionTimestamp':
        return text === '' ? '' : 'a moment';
      case 'description':
        return '';
      default:
        return text;
    }
  }

  #uid(text: string): string {
    const name = this.#uids.get(text) ?? `uid ${String(this.#uids.size)}`;
    this.#uids.set(text, name);

    return name;
  }

  /** Sorts the fields of a value, because their order does not count. */
  #sorted(fields: Fields): Fields {
    return Object.fromEntries(
      Object.entries(fields)
        .filter(([, part]) => part !== undefined)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, part]) => [name, this.#deep(part)]),
    );
  }

  #deep(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#deep(item));

    return isFields(value) ? this.#sorted(value) : value;
  }
}

/** A refusal without its words. */
function refusal({ code, reason, details }: Fields): unknown {
  const causes = isFields(details) && Array.isArray(details['causes']) ? details['causes'] : [];

  return {
    code,
    reason,
    fields: causes.map((cause) => (isFields(cause) ? cause['field'] : cause)).sort(),
  };
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((line) => line !== '');
    try {
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      return text;
    }
  }
}
