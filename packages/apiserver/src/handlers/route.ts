import { badRequest, resourceNotFound } from '../store/failures.js';
import { type ResourceRegistry } from '../store/resource-registry.js';
import { type ServedResource } from '../store/served-resource.js';

/** Which resource, and which part of it, a path is about. */
export interface Route {
  readonly served: ServedResource;
  readonly namespace: string | undefined;
  /** Absent for the collection. */
  readonly name: string | undefined;
  /** The old form of a watch, with `/watch/` in its path. */
  readonly watch: boolean;
}

/**
 * Reads the path of a resource; `undefined` where it leads nowhere near one.
 *
 * ```text
 * /api/v1[/watch][/namespaces/NAMESPACE]/PLURAL[/NAME]
 * /apis/GROUP/VERSION[/watch][/namespaces/NAMESPACE]/PLURAL[/NAME]
 * ```
 *
 * @throws StatusError 404 where the group is served and the resource is not.
 */
export function routeOf(registry: ResourceRegistry, path: string): Route | undefined {
  const [root, ...rest] = path.split('/').slice(1).map(decodedSegment);
  const [group, version, ...inGroup] = root === 'api' ? ['', ...rest] : root === 'apis' ? rest : [];
  if (group === undefined || version === undefined || inGroup.length === 0) return undefined;
  if (!registry.all().some((known) => known.group === group && known.version === version)) {
    return undefined;
  }
  const watch = inGroup[0] === 'watch';
  const [first, second, third, ...more] = watch ? inGroup.slice(1) : inGroup;
  // /namespaces/x is a Namespace, /namespaces/x/pods are the pods in it.
  const inside = first === 'namespaces' && third !== undefined;
  const [plural, name, ...beyond] = inside ? [third, ...more] : [first, second, third, ...more];
  const served = registry.find(group, version, plural ?? '');
  if (
    served === undefined ||
    beyond.some((segment) => segment !== undefined) ||
    name === '' ||
    (inside && !served.namespaced) ||
    (!inside && served.namespaced && name !== undefined)
  ) {
    throw resourceNotFound();
  }

  return { served, namespace: inside ? second : undefined, name, watch };
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest('the path is not encoded as a URL');
  }
}
