import { isJsonObject } from '../objects/json-object.js';

/**
 * The lists of built-in kinds that are merged item by item, and the fields that identify an item.
 * All other lists are replaced. They come from the `patchMergeKey` of the published types. Kinds
 * differ in none of these names except `ports`.
 */
const MERGE_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['addresses', ['type']],
  ['conditions', ['type']],
  ['containers', ['name']],
  ['env', ['name']],
  ['ephemeralContainers', ['name']],
  ['hostAliases', ['ip']],
  ['imagePullSecrets', ['name']],
  ['initContainers', ['name']],
  ['ownerReferences', ['uid']],
  ['podIPs', ['ip']],
  // The first key is that of a container, the second one that of a service.
  ['ports', ['containerPort', 'port']],
  ['resourceClaims', ['name']],
  ['schedulingGates', ['name']],
  ['secrets', ['name']],
  ['topologySpreadConstraints', ['topologyKey']],
  ['volumeDevices', ['devicePath']],
  ['volumeMounts', ['mountPath']],
  ['volumes', ['name']],
]);
/** Lists that are replaced at the root of an object: those of EndpointSlices and ServiceAccounts. */
const ROOT_LISTS = ['addresses', 'imagePullSecrets', 'ports'];

/**
 * Returns the fields that identify an item of a list, or `undefined` for a list that is replaced.
 */
export function mergeKeysOf(list: string, isRoot: boolean): readonly string[] | undefined {
  return isRoot && ROOT_LISTS.includes(list) ? undefined : MERGE_KEYS.get(list);
}

/** Identifies an item by its first field that is a key. A text identifies itself. */
export function idOf(keys: readonly string[], item: unknown): unknown {
  if (!isJsonObject(item)) return item;
  const key = keys.find((name) => item[name] !== undefined);

  return key === undefined ? undefined : item[key];
}
