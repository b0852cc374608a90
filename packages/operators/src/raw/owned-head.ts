import { type MetadataHead } from '@rxkube/protocol';

/** V8 makes a part of a string a view of the whole, where it has this many characters. */
const SHORTEST_VIEW = 13;

/** The same text, which keeps no longer one in memory. */
export function owned<T extends string | undefined>(text: T): T {
  return (text === undefined || text.length < SHORTEST_VIEW ? text : ` ${text}`.slice(1)) as T;
}

/** The same head, with strings of its own. */
export function ownedHead({ namespace, name, uid, resourceVersion }: MetadataHead): MetadataHead {
  return {
    namespace: owned(namespace),
    name: owned(name),
    uid: owned(uid),
    resourceVersion: owned(resourceVersion),
  };
}
