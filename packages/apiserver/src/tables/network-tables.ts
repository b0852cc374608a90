import { type JsonObject } from '../objects/stored-object.js';
import { ageOf, fieldAt, nameOf, numberAt, objectsAt, textAt, textsAt } from './fields.js';
import { labelText } from './label-text.js';
import { AGE, NAME, type TableShape, column, wide } from './table-shape.js';

/** The number of hosts, ports or addresses that one cell shows. */
const SHOWN = 3;

export const serviceTable: TableShape = {
  columns: [
    NAME,
    column('Type'),
    column('Cluster-IP'),
    column('External-IP'),
    column('Port(s)'),
    AGE,
    ...wide('Selector'),
  ],
  cells: (service, now) => {
    const ports = objectsAt(service, 'spec', 'ports').map(portText);

    return [
      nameOf(service),
      typeOf(service),
      textsAt(service, 'spec', 'clusterIPs')[0] ??
        (textAt(service, 'spec', 'clusterIP') || '<none>'),
      externalAddress(service),
      ports.length === 0 ? '<none>' : ports.join(','),
      ageOf(service, now),
      labelText(fieldAt(service, 'spec', 'selector')),
    ];
  },
};

export const ingressTable: TableShape = {
  columns: [NAME, column('Class'), column('Hosts'), column('Address'), column('Ports'), AGE],
  cells: (ingress, now) => [
    nameOf(ingress),
    textAt(ingress, 'spec', 'ingressClassName') || '<none>',
    hostsOf(ingress),
    balancerText(ingress),
    objectsAt(ingress, 'spec', 'tls').length > 0 ? '80, 443' : '80',
    ageOf(ingress, now),
  ],
};

export const endpointSliceTable: TableShape = {
  columns: [NAME, column('AddressType'), column('Ports'), column('Endpoints'), AGE],
  cells: (slice, now) => [
    nameOf(slice),
    textAt(slice, 'addressType'),
    some(
      objectsAt(slice, 'ports').map(({ port, name }) =>
        typeof port === 'number' ? String(port) : typeof name === 'string' ? name : '*',
      ),
      '<unset>',
    ),
    some(
      objectsAt(slice, 'endpoints').flatMap((endpoint) => textsAt(endpoint, 'addresses')),
      '<unset>',
    ),
    ageOf(slice, now),
  ],
};

/** A real server writes the default into an object without a value. */
function typeOf(service: JsonObject): string {
  return textAt(service, 'spec', 'type') || (service['spec'] === undefined ? '' : 'ClusterIP');
}

function externalAddress(service: JsonObject): string {
  const external = textsAt(service, 'spec', 'externalIPs');
  switch (typeOf(service)) {
    case 'ClusterIP':
    case 'NodePort':
      return external.length > 0 ? external.join(',') : '<none>';
    case 'LoadBalancer': {
      const balancer = balancerText(service);
      const all = [...(balancer === '' ? [] : [balancer]), ...external];

      return all.length > 0 ? all.join(',') : '<pending>';
    }
    case 'ExternalName':
      return textAt(service, 'spec', 'externalName');
    default:
      return '<unknown>';
  }
}

function portText(port: JsonObject): string {
  const node = numberAt(port, 'nodePort');
  const protocol = textAt(port, 'protocol') || 'TCP';

  return `${String(numberAt(port, 'port'))}${node > 0 ? `:${String(node)}` : ''}/${protocol}`;
}

function balancerText(object: JsonObject): string {
  const addresses = objectsAt(object, 'status', 'loadBalancer', 'ingress')
    .map((ingress) => textAt(ingress, 'ip') || textAt(ingress, 'hostname'))
    .filter((address) => address !== '');

  return [...new Set(addresses)].sort().join(',');
}

function hostsOf(ingress: JsonObject): string {
  const rules = objectsAt(ingress, 'spec', 'rules');
  const hosts = rules.map((rule) => textAt(rule, 'host')).filter((host) => host !== '');

  return some(hosts, '*', rules.length);
}

/** Formats the first three of a list, and the number of the others. */
function some(items: readonly string[], none: string, total = items.length): string {
  if (items.length === 0) return none;
  const shown = items.slice(0, SHOWN).join(',');

  return items.length > SHOWN ? `${shown} + ${String(total - SHOWN)} more...` : shown;
}
