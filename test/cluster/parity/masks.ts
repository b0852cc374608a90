type Fields = Readonly<Record<string, unknown>>;

/** Patterns for the versions in messages. */
const VERSION_IN_WORDS = [/(?<=resource version: )\d+/gu, /(?<=\()\d+(?=\))/gu];
/** Patterns for the server's current version, which other writers move. */
const MOMENT_IN_WORDS = /(?<=current: )\d+/gu;

/**
 * Takes out of a transcript what two servers may give differently.
 *
 * - Versions become their rank among all versions of the transcript, which keeps their order and equality. Those of
 *   bookmarks and of "current" in messages, whose moment is the server's own, are only said to be in order.
 * - Each uid and each moment becomes the same word for the same value.
 * - Fields that only one of the servers sets, and defaults, are left out.
 * - Conflicts with several managers are put in order: a real server has none.
 */
export class Masks {
  readonly #anyWords: boolean;
  readonly #owners: boolean;
  readonly #versions = new Set<string>();
  /** The latest of the versions that the server gave by now. */
  #latest = 0n;
  readonly #uids = new Map<string, string>();

  constructor(anyWords: boolean, owners: boolean) {
    this.#anyWords = anyWords;
    this.#owners = owners;
  }

  /** Masks a value but for its versions, which it notes. */
  note(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return ordered(value).map((item) => this.note(item));
    if (typeof value === 'string') return this.#text(value, key);
    if (key === 'fieldsV1') return value;
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Fields;
    if (isFields(value) && Array.isArray(fields['cells'])) return this.#row(fields);

    return Object.fromEntries(
      Object.entries(withoutDefaults(fields))
        .filter(([name]) => name !== 'managedFields' || this.#owners)
        .map(([name, part]): [string, unknown] => [
          name,
          name === 'name' && typeof fields['generateName'] === 'string'
            ? `${fields['generateName']}?????`
            : this.note(part, name),
        ]),
    );
  }

  /** Masks the frames of a watch. Of bookmarks in a row one is left, which says whether it is in order. */
  frames(frames: readonly unknown[]): readonly unknown[] {
    let last = 0n;
    let row = false;

    return frames.flatMap((frame) => {
      const version = versionOf(frame);
      const inOrder = version >= last;
      if (version > last) last = version;
      const again = row;
      row = isBookmark(frame);
      if (!row) return [this.note(frame)];
      const position = inOrder ? 'in order' : 'too low';

      return again && inOrder ? [] : [withPosition(frame, position)];
    });
  }

  /** Puts ranks in the place of versions. */
  applied(value: unknown): unknown {
    const sorted = [...this.#versions].sort((left, right) =>
      BigInt(left) < BigInt(right) ? -1 : 1,
    );
    const ranks = new Map(sorted.map((version, rank) => [version, `#${String(rank)}`]));

    return JSON.parse(
      JSON.stringify(value).replaceAll(
        /\\u0001(\d+)\\u0001/gu,
        (_, version: string) => ranks.get(version) ?? '',
      ),
    );
  }

  /** Ages are in seconds. */
  #row({ cells, ...rest }: Fields): unknown {
    const told = (cells as readonly unknown[]).map((cell) =>
      typeof cell === 'string' && /^\d+s$/u.test(cell) ? 'a moment ago' : cell,
    );

    return { cells: told, ...(this.note(rest) as Fields) };
  }

  #text(text: string, key: string): string {
    switch (key) {
      case 'resourceVersion':
        if (/^\d+$/u.test(text) && BigInt(text) > this.#latest) this.#latest = BigInt(text);

        return this.#version(text);
      case 'uid':
        return this.#uid(text);
      // The column descriptions of real servers are prose, and ours differ.
      case 'description':
        return '';
      case 'time':
      case 'creationTimestamp':
      case 'deletionTimestamp':
        return text === '' ? '' : 'a moment';
      case 'continue':
        return this.#token(text);
      case 'message':
        return this.#words(text);
      default:
        return text;
    }
  }

  #version(text: string): string {
    if (!/^\d+$/u.test(text)) return text;
    this.#versions.add(text);

    return `\u0001${text}\u0001`;
  }

  #uid(text: string): string {
    const name = this.#uids.get(text) ?? `uid ${String(this.#uids.size)}`;
    this.#uids.set(text, name);

    return name;
  }

  #token(text: string): string {
    if (text === '') return text;
    const { rv, ...rest } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
      readonly rv: number;
    };

    return `${JSON.stringify(rest)} at ${rv < 0 ? String(rv) : this.#version(String(rv))}`;
  }

  #words(text: string): string {
    if (this.#anyWords) return 'words';
    const latest = this.#latest;
    let words = text.replaceAll(MOMENT_IN_WORDS, (version) =>
      BigInt(version) < latest ? 'too low' : 'in order',
    );
    for (const pattern of VERSION_IN_WORDS) {
      words = words.replaceAll(pattern, (version) => this.#version(version));
    }
    for (const [uid, name] of this.#uids) words = words.replaceAll(uid, name);

    return words;
  }
}

/** Conflicts by manager; a real server takes them from a map, in which each manager has its fields in order. */
function ordered(values: readonly unknown[]): readonly unknown[] {
  const isConflict = (value: unknown): value is Fields =>
    isFields(value) && value['reason'] === 'FieldManagerConflict';

  return values.every(isConflict)
    ? values.toSorted((left, right) =>
        String(left['message']).localeCompare(String(right['message'])),
      )
    : values;
}

/** The fields that a real server adds to an object and ours does not. */
function withoutDefaults(fields: Fields): Fields {
  const containers = isFields(fields['spec']) ? fields['spec']['containers'] : undefined;
  if (Array.isArray(containers)) {
    const spec = { containers: containers.map((item: unknown) => image(item)) };

    return { ...without(fields, 'status'), spec };
  }

  return fields['type'] === 'Opaque' ? without(fields, 'type') : fields;
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

/** A bookmark without the end mark. The server chooses its moment. */
function isBookmark(frame: unknown): boolean {
  return (
    isFields(frame) &&
    frame['type'] === 'BOOKMARK' &&
    metadataOf(frame)['annotations'] === undefined &&
    !JSON.stringify(frame).includes('"k8s.io/initial-events-end":"true"')
  );
}

function versionOf(frame: unknown): bigint {
  const { resourceVersion } = metadataOf(frame);

  return typeof resourceVersion === 'string' ? BigInt(resourceVersion) : 0n;
}

function withPosition(frame: unknown, resourceVersion: string): unknown {
  const fields = isFields(frame) ? frame : {};
  const object = isFields(fields['object']) ? fields['object'] : {};

  return { ...fields, object: { ...object, metadata: { ...metadataOf(frame), resourceVersion } } };
}

function metadataOf(frame: unknown): Fields {
  const object = isFields(frame) ? frame['object'] : undefined;
  const metadata = isFields(object) ? object['metadata'] : undefined;

  return isFields(metadata) ? metadata : {};
}

function image(container: unknown): unknown {
  return isFields(container) ? { name: container['name'], image: container['image'] } : container;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
