import { type CacheSnapshot, type KubeObject, type Pod } from 'rxkube';

/** The visible states of a pod, the best one first. */
export const STATES = ['ready', 'running', 'pending', 'ending', 'succeeded', 'failed'] as const;
export type State = (typeof STATES)[number];

/** How many objects of one row are in each state. */
export interface Row {
  readonly name: string;
  readonly counts: Readonly<Partial<Record<State, number>>>;
  readonly total: number;
}

/**
 * Counts the objects of a snapshot by state: in a row for each deployment, or for each namespace if that would be more
 * rows than `most`.
 */
export function rowsOf(snapshot: CacheSnapshot<KubeObject>, most: number): readonly Row[] {
  const byDeployment = rowsBy(snapshot, (object) => `${namespaceOf(object)}/${appOf(object)}`);

  return byDeployment.length <= most ? byDeployment : rowsBy(snapshot, namespaceOf);
}

function rowsBy(
  snapshot: CacheSnapshot<KubeObject>,
  nameOf: (object: KubeObject) => string,
): readonly Row[] {
  const rows = new Map<string, Partial<Record<State, number>>>();
  for (const object of snapshot.values()) {
    const name = nameOf(object);
    const counts = rows.get(name) ?? {};
    const state = stateOf(object);
    counts[state] = (counts[state] ?? 0) + 1;
    rows.set(name, counts);
  }

  return [...rows]
    .map(([name, counts]) => ({
      name,
      counts,
      total: Object.values(counts).reduce((sum, some) => sum + some, 0),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function namespaceOf({ metadata }: KubeObject): string {
  return metadata.namespace ?? 'cluster';
}

/** The application of an object: its label, or the name of its owner, or its kind. */
function appOf({ kind, metadata }: KubeObject): string {
  const { labels, ownerReferences } = metadata;

  return (
    labels?.['app.kubernetes.io/name'] ??
    labels?.['app'] ??
    ownerReferences?.[0]?.name ??
    kind ??
    'other'
  );
}

/** Objects other than pods are ready as soon as they exist. */
export function stateOf(object: KubeObject): State {
  if (object.metadata.deletionTimestamp !== undefined) return 'ending';
  if (!isPod(object)) return 'ready';
  const { phase, conditions } = object.status ?? {};
  switch (phase) {
    case 'Running':
      return conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true
        ? 'ready'
        : 'running';
    case 'Succeeded':
      return 'succeeded';
    case 'Failed':
      return 'failed';
    default:
      return 'pending';
  }
}

function isPod(object: KubeObject): object is Pod {
  return object.kind === 'Pod';
}

/** The characters of a bar that each state gets: one for each object, or a share of `width` if they are more. */
export function barOf(
  { counts, total }: Row,
  width: number,
): readonly (readonly [State, number])[] {
  const scale = total > width ? width / total : 1;
  let drawn = 0;
  let passed = 0;

  return STATES.flatMap((state) => {
    const count = counts[state] ?? 0;
    passed += count;
    const end = Math.round(passed * scale);
    const length = end - drawn;
    drawn = end;

    return length === 0 ? [] : [[state, length] as const];
  });
}
