import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';

/** The release that this server imitates. The cluster suite compares it with that one. */
const VERSION = {
  major: '1',
  minor: '37',
  gitVersion: 'v1.37.0+rxkube',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'rxkube/memory',
};
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const PART_VERBS = ['get', 'patch', 'update'];

/** Makes the documents that list the served resources. Returns `undefined` for any other path. */
export function discoveryDocument(registry: ResourceRegistry, path: string): unknown {
  const [root, group, version, ...rest] = path.replace(/\/$/u, '').split('/').slice(1);
  const all = registry.all();
  if (rest.length > 0) return undefined;
  if (root === 'version' && group === undefined) return VERSION;
  if (root === 'api') {
    if (group === undefined) {
      return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
    }

    return version === undefined ? resourceList(all, '', group) : undefined;
  }
  if (root !== 'apis') return undefined;
  if (group === undefined) {
    const groups = [...new Set(all.map((served) => served.group))].filter((name) => name !== '');

    return {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: groups.map((name) => groupOf(all, name)),
    };
  }
  if (version !== undefined) return resourceList(all, group, version);

  return all.some((served) => served.group === group)
    ? { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(all, group) }
    : undefined;
}

function groupOf(all: readonly ServedResource[], name: string): object {
  const names = new Set(
    all.filter((served) => served.group === name).map(({ version }) => version),
  );
  const versions = [...names].map((version) => ({ groupVersion: `${name}/${version}`, version }));

  return { name, versions, preferredVersion: versions[0] };
}

function resourceList(
  all: readonly ServedResource[],
  group: string,
  version: string,
): object | undefined {
  const resources = all.filter((served) => served.group === group && served.version === version);
  if (resources.length === 0) return undefined;

  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: resources.flatMap((served) => {
      const { plural, singular, namespaced, kind, shortNames, categories } = served;
      const part = { singularName: '', namespaced };

      return [
        {
          name: plural,
          singularName: singular,
          namespaced,
          kind,
          verbs: VERBS.filter((verb) => verb !== 'deletecollection' || served.deletesMany),
          ...(shortNames.length > 0 && { shortNames }),
          ...(categories.length > 0 && { categories }),
        },
        ...(served.hasStatus
          ? [{ name: `${plural}/status`, ...part, kind, verbs: PART_VERBS }]
          : []),
        ...(served.scale === undefined
          ? []
          : [
              {
                name: `${plural}/scale`,
                ...part,
                group: 'autoscaling',
                version: 'v1',
                kind: 'Scale',
                verbs: PART_VERBS,
              },
            ]),
      ];
    }),
  };
}
