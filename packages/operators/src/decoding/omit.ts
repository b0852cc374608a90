import { type Omission } from '../format/omission.js';

type Fields = Readonly<Record<string, unknown>>;

const ANNOTATION = 'annotations/';

/** Makes a function that leaves parts of the metadata out of a parsed object. Any other value passes unchanged. */
export function omitting(omit: readonly Omission[] | undefined): (object: unknown) => unknown {
  const paths: readonly string[] = omit ?? [];
  if (paths.length === 0) return (object) => object;
  const fields = paths.filter((path) => !path.startsWith(ANNOTATION));
  const annotations = paths
    .filter((path) => path.startsWith(ANNOTATION))
    .map((path) => path.slice(ANNOTATION.length));

  return (object) => {
    if (!isFields(object) || !isFields(object['metadata'])) return object;
    const metadata = lacking(object['metadata'], fields);
    const notes = annotations.length === 0 ? undefined : metadata['annotations'];
    const kept = isFields(notes) ? lacking(notes, annotations) : notes;
    if (kept !== notes) return { ...object, metadata: { ...metadata, annotations: kept } };

    return metadata === object['metadata'] ? object : { ...object, metadata };
  };
}

/** A copy without these fields, or the same object if it has none of them. `delete` would slow down all later reads. */
function lacking(object: Fields, keys: readonly string[]): Fields {
  if (!hasAny(object, keys)) return object;

  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** A loop, because it runs for each event. */
function hasAny(object: Fields, keys: readonly string[]): boolean {
  for (const key of keys) if (Object.hasOwn(object, key)) return true;

  return false;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
