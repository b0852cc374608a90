/** A client of another make that keeps a copy of all pods. */
export interface Peer {
  /** The version of each pod in its copy, by `namespace/name`; `undefined` before its first list is whole. */
  readonly pods: () => Promise<Readonly<Record<string, string>> | undefined>;
  readonly close: () => Promise<void>;
}
