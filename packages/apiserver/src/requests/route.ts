import { badRequest, objectNotFound, resourceNotFound } from '../statuses/status-errors.js';
import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type WrittenPart } from '../writes/write-options.js';

/** The resource that a path names, and which part of it. */
export interface Route {
  readonly served: ServedResource;
  readonly namespace: string | undefined;
  /** Absent for the collection. */
  readonly name: string | undefined;
  /** Whether the path names the status of an object. */
  readonly status: boolean;
  /** Whether the path names the scale of an object. */
  readonly scale: boolean;
  /** Whether the path has the old form of a watch, with `/watch/` in it. */
  readonly watch: boolean;
}

/** A path that names one object. */
export interface NamedRoute extends Route {
  readonly name: string;
}

export function isNamed(route: Route): route is NamedRoute {
  return route.name !== undefined;
}

/** Names the part of the object that a write to the path may change. */
export function writtenPart({ served, status }: Route): WrittenPart {
  if (status) return 'status';

  return served.hasStatus ? 'spec' : 'all';
}

/**
 * Reads the path of a resource. Returns `undefined` for a path outside of all groups.
 *
 * ```text
 * /api/v1[/watch][/namespaces/NAMESPACE]/PLURAL[/NAME[/status|/scale]]
 * /apis/GROUP/VERSION[/watch][/namespaces/NAMESPACE]/PLURAL[/NAME[/status|/scale]]
 * ```
 *
 * @throws StatusError 404 if a built-in group has no such resource, or the object has no such part
 */
export function routeOf(registry: ResourceRegistry, path: string): Route | undefined {
  const [root, ...rest] = path.split('/').slice(1).map(decodedSegment);
  const [group, version, ...inGroup] = root === 'api' ? ['', ...rest] : root === 'apis' ? rest : [];
  if (group === undefined || version === undefined || inGroup.length === 0) return undefined;
  const neighbours = registry
    .all()
    .filter((known) => known.group === group && known.version === version);
  if (neighbours.length === 0) return undefined;
  const watch = inGroup[0] === 'watch';
  const [first, second, third, ...more] = watch ? inGroup.slice(1) : inGroup;
  // /namespaces/x is a namespace, /namespaces/x/pods are the pods in it, /namespaces/x/status is
  // its status.
  const inside =
    first === 'namespaces' && third !== undefined && !(third === 'status' && more.length === 0);
  const [plural, name, part, ...beyond] = inside
    ? [third, ...more]
    : [first, second, third, ...more];
  const served = registry.find(group, version, plural ?? '');
  // An unknown resource in a group of definitions is not found, as if the group did not exist.
  if (served === undefined && neighbours.every(({ builtIn }) => !builtIn)) return undefined;
  const status = part === 'status' && served?.hasStatus === true && !watch;
  const scale = part === 'scale' && served?.scale !== undefined && !watch;
  // A real server uses another handler for custom resources, with messages of its own.
  if (served?.builtIn === false && beyond.length === 0 && name !== undefined && name !== '') {
    if (!inside && served.namespaced) return undefined;
    if (part !== undefined && !status && !scale) throw objectNotFound(served, name);
  }
  if (
    served === undefined ||
    (part !== undefined && !status && !scale) ||
    beyond.length > 0 ||
    name === '' ||
    (inside && !served.namespaced) ||
    (!inside && served.namespaced && name !== undefined)
  ) {
    throw resourceNotFound();
  }

  return { served, namespace: inside ? second : undefined, name, status, scale, watch };
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest('the path is not encoded as a URL');
  }
}
