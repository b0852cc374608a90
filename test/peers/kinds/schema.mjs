import { join } from 'node:path';

import { readDefinitions } from './definitions.mjs';

/** @import { FieldDefinition, ProtoPackage } from './definitions.mjs' */
/** @import { GoModule } from './go-modules.mjs' */

const API = 'k8s.io.api';
const META = 'k8s.io.apimachinery.pkg.apis.meta.v1';

/** The kinds that `@rxkube/apiserver` serves, and those of the bodies that it reads beside them. */
const KINDS = {
  [`${API}.core.v1`]: [
    'ConfigMap',
    'Event',
    'Namespace',
    'Node',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Pod',
    'Secret',
    'Service',
    'ServiceAccount',
  ],
  [`${API}.apps.v1`]: ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  [`${API}.autoscaling.v1`]: ['Scale'],
  [`${API}.batch.v1`]: ['CronJob', 'Job'],
  [`${API}.coordination.v1`]: ['Lease'],
  [`${API}.discovery.v1`]: ['EndpointSlice'],
  [`${API}.networking.v1`]: ['Ingress'],
  [`${API}.rbac.v1`]: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1': ['CustomResourceDefinition'],
  [META]: ['DeleteOptions'],
};

/** Messages with a form of their own in JSON, which the reader knows by name. */
const OWN_FORM = ['FieldsV1', 'IntOrString', 'JSON', 'MicroTime', 'Quantity', 'Time'];

const SCALARS = { string: 'text', bytes: 'bytes', bool: 'bool', double: 'double' };
const INTEGERS = ['int32', 'int64', 'uint32', 'uint64'];

/**
 * Writes the messages that the kinds need, one file for each package.
 *
 * @param {readonly GoModule[]} modules
 * @returns {ReadonlyMap<string, string>} the text of each file by its name
 */
export function schemaFiles(modules) {
  /** @type {Map<string, ProtoPackage>} */
  const packages = new Map();
  /** @type {Map<string, Set<string>>} */
  const wanted = new Map();
  const queue = Object.entries(KINDS).flatMap(([name, kinds]) =>
    kinds.map((kind) => `${name}.${kind}`),
  );
  for (let full = queue.pop(); full !== undefined; full = queue.pop()) {
    const { home, message } = split(full);
    const names = wanted.get(home) ?? new Set();
    if (names.has(message)) continue;
    wanted.set(home, names.add(message));
    const definitions = packages.get(home) ?? readDefinitions(folderOf(home, modules));
    packages.set(home, definitions);
    for (const { type } of definitions.messages.get(message) ?? []) {
      if (isMessage(type) && !OWN_FORM.includes(split(type).message)) queue.push(type);
    }
  }

  const files = [...wanted].sort().map(([home, names]) => {
    const { messages } = packages.get(home) ?? { messages: new Map() };
    const lines = [...names].sort().map((message) => lineOf(home, message, messages.get(message)));

    return /** @type {const} */ ([`${shortName(home)}.ts`, messagesText(home, lines, modules)]);
  });

  return new Map([...files, ['kinds.ts', kindsText([...wanted.keys()].sort(), packages)]]);
}

/**
 * @param {string} home
 * @param {string} message
 * @param {readonly FieldDefinition[]} fields
 */
function lineOf(home, message, fields) {
  return [message, ...fields.map((field) => fieldText(home, field))].join(' ');
}

/**
 * Such as `2=replicas:?integer`: number, name in JSON, when JSON has it, and type.
 *
 * @param {string} home
 * @param {FieldDefinition} field
 */
function fieldText(home, field) {
  const { number, json, type, label } = field;
  const form = label === 'repeated' ? '[]' : label === 'map' ? '{}' : '';

  return `${String(number)}=${json}:${presenceOf(field)}${form}${typeText(home, type)}`;
}

/** @param {FieldDefinition} field */
function presenceOf({ isPointer, omitsEmpty, omitsZero, type, label }) {
  if (label === '' && isPointer) return '?';
  // Go never leaves out a struct, unless its tag says omitzero.
  if (label === '' && isMessage(type)) return omitsZero ? '' : '!';

  return omitsEmpty ? '' : '!';
}

/**
 * @param {string} home
 * @param {string} type
 */
function typeText(home, type) {
  if (INTEGERS.includes(type)) return 'integer';
  if (!isMessage(type)) return SCALARS[/** @type {keyof typeof SCALARS} */ (type)];
  const { home: other, message } = split(type);

  return OWN_FORM.includes(message) || other === home ? message : `${shortName(other)}.${message}`;
}

/** @param {string} type */
function isMessage(type) {
  return type.includes('.');
}

/** @param {string} full */
function split(full) {
  const at = full.lastIndexOf('.');

  return { home: full.slice(0, at), message: full.slice(at + 1) };
}

/**
 * The group of a package, such as `core`.
 *
 * @param {string} home
 */
function shortName(home) {
  const parts = home.split('.');
  const version = parts.at(-1) ?? '';

  return `${parts.at(-2) ?? ''}${version === 'v1' ? '' : `-${version}`}`;
}

/**
 * @param {string} home
 * @param {readonly GoModule[]} modules
 */
function folderOf(home, modules) {
  const path = home.replace('apiextensions_apiserver', 'apiextensions-apiserver');
  const found = modules.find((module) => path.startsWith(`${module.path.replaceAll('/', '.')}.`));
  if (found === undefined) throw new Error(`${home} is in none of the modules`);

  return join(found.folder, ...path.slice(found.path.length + 1).split('.'));
}

/**
 * @param {string} home
 * @param {readonly string[]} lines
 * @param {readonly GoModule[]} modules
 */
function messagesText(home, lines, modules) {
  const [module] = modules.filter(({ path }) =>
    home.replaceAll('_', '-').startsWith(path.replaceAll('/', '.')),
  );

  return `// Generated from ${module?.path ?? ''} ${module?.version ?? ''} by test/peers/kinds/generate.mjs. Do not edit.
/** The messages of \`${home}\`, one a line. */
export const ${constantOf(home)} = \`
${lines.join('\n')}
\`;
`;
}

/**
 * The file that leads to all others: which kinds there are, and the text of each package.
 *
 * @param {readonly string[]} homes
 * @param {ReadonlyMap<string, ProtoPackage>} packages
 */
function kindsText(homes, packages) {
  const imports = homes.map(
    (home) => `import { ${constantOf(home)} } from './${shortName(home)}.js';`,
  );
  const kinds = Object.entries(KINDS).map(([home, names]) => {
    const { group = '' } = packages.get(home) ?? {};
    const version = home.split('.').at(-1) ?? '';
    const apiVersion = group === '' ? version : `${group}/${version}`;

    return `${apiVersion} ${shortName(home)} ${[...names].sort().join(' ')}`;
  });
  const entries = homes.map((home) => `  [\`${shortName(home)}\`, ${constantOf(home)}],`);

  return `// Generated by test/peers/kinds/generate.mjs. Do not edit.
${imports.join('\n')}

/** The kinds of each API version, behind the name of the package that has their messages. */
export const KINDS = \`
${kinds.sort().join('\n')}
\`;

/** The messages of each package. */
export const PACKAGES: ReadonlyMap<string, string> = new Map([
${entries.join('\n').replaceAll('`', "'")}
]);
`;
}

/** @param {string} home */
function constantOf(home) {
  return shortName(home).toUpperCase().replaceAll('-', '_');
}
