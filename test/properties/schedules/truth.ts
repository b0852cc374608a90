import { type Store } from '@rxkube/apiserver';
import { type ConfigMap, configMaps } from '@rxkube/protocol';

import { type Subscribed } from './schedule.js';

/** The objects of the server at each of its versions. */
export class Truth {
  /** By version; a version of another resource has the state of the one before it. */
  readonly #states: (readonly ConfigMap[])[] = [];
  #known: readonly ConfigMap[] = [];

  /** Remembers the state of now. Called after each write. */
  note(store: Store): void {
    const version = Number(store.resourceVersion);
    // The versions between belong to other resources, or to one write of several steps.
    for (let at = this.#states.length; at < version; at++) this.#states[at] = this.#known;
    this.#known = store.list(configMaps);
    this.#states[version] = this.#known;
  }

  /** The set that a subscription must see at a version, in short forms. */
  at(version: string | undefined, { view }: Subscribed): string {
    const state = version === undefined ? [] : (this.#states[Number(version)] ?? this.#known);

    return inShort(state.filter(isIn[view]), view);
  }
}

const isIn: Readonly<Record<Subscribed['view'], (object: ConfigMap) => boolean>> = {
  all: () => true,
  namespace: isInNamespace,
  labelled: (object) => isInNamespace(object) && object.metadata.labels?.['tier'] === 'web',
  named: (object) => isInNamespace(object) && object.metadata.name === 'a',
  others: ({ metadata: { name } }) => name !== 'a',
  metadata: isInNamespace,
};

function isInNamespace({ metadata: { namespace } }: ConfigMap): boolean {
  return namespace === 'ns1';
}

/** Objects never change, so that each is written out once. */
const written = new WeakMap<ConfigMap, string>();

/** A set as one line, whatever its order. */
export function inShort(objects: Iterable<ConfigMap>, view: Subscribed['view']): string {
  return Array.from(objects, (object) => line(object, view))
    .sort()
    .join(', ');
}

function line(object: ConfigMap, view: Subscribed['view']): string {
  const { namespace = '', name, uid = '', resourceVersion = '' } = object.metadata;
  const short = `${namespace}/${name}@${uid}/${resourceVersion}`;
  if (view === 'metadata') return short;
  const known = written.get(object);
  if (known !== undefined) return known;
  const text = `${short} ${JSON.stringify(object.data)}`;
  written.set(object, text);

  return text;
}
