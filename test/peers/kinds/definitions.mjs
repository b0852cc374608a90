import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One field of a message, as its `.proto` file and its Go type describe it.
 *
 * @typedef {object} FieldDefinition
 * @property {number} number
 * @property {'repeated' | 'map' | ''} label
 * @property {string} type a scalar type, or the full name of a message
 * @property {string} json the name in JSON, or `''` if the fields of the message are those of its parent
 * @property {boolean} isPointer whether an absent value differs from an empty one
 * @property {boolean} omitsEmpty whether JSON leaves out an empty value
 * @property {boolean} omitsZero the same for a struct
 */

/**
 * The messages of one `.proto` file, each with its fields in the order of its Go type.
 *
 * @typedef {object} ProtoPackage
 * @property {string} name such as `k8s.io.api.core.v1`
 * @property {string} group such as `apps`, or `''` for the core group
 * @property {ReadonlyMap<string, readonly FieldDefinition[]>} messages
 */

const MESSAGE = /^message (\w+) \{\n([\s\S]*?)^\}/gmu;
const FIELD = /^ {2}(?:(optional|repeated) )?(map<string, ([\w.]+)>|[\w.]+) (\w+) = (\d+);/gmu;
const STRUCT = /^type (\w+) struct \{\n([\s\S]*?)^\}/gmu;
const MEMBER = /^\t(?:\w+[ \t]+)?(\*?)[^`\n]*?[ \t]+`([^`]*json:"[^`]*)`/gmu;

/**
 * Reads the definitions in the folder of one Go package.
 *
 * @param {string} folder
 * @returns {ProtoPackage}
 */
export function readDefinitions(folder) {
  const proto = readFileSync(join(folder, 'generated.proto'), 'utf8');
  const [, name = ''] = /^package (.+);$/mu.exec(proto) ?? [];
  const tags = readTags(folder);
  /** @type {Map<string, readonly FieldDefinition[]>} */
  const messages = new Map();
  for (const [, message = '', body = ''] of proto.matchAll(MESSAGE)) {
    const order = [...(tags.get(message)?.keys() ?? [])];
    const fields = [...body.matchAll(FIELD)].map(
      ([, label = '', type = '', value = '', proto = '', digits = '']) => {
        const number = Number(digits);
        const tag = tags.get(message)?.get(number);

        return {
          number,
          label: /** @type {FieldDefinition['label']} */ (
            value === '' ? label.replace('optional', '') : 'map'
          ),
          type: qualified(name, value === '' ? type : value),
          json: tag?.json ?? proto,
          isPointer: tag?.isPointer ?? false,
          omitsEmpty: tag?.omitsEmpty ?? false,
          omitsZero: tag?.omitsZero ?? false,
        };
      },
    );
    messages.set(
      message,
      fields.sort((a, b) => order.indexOf(a.number) - order.indexOf(b.number)),
    );
  }

  const register = readFileSync(join(folder, 'register.go'), 'utf8');
  const [, group = ''] = /^(?:const|var)? *\t*GroupName = "(.*)"$/mu.exec(register) ?? [];

  return { name, group, messages };
}

/**
 * @param {string} name
 * @param {string} type
 */
function qualified(name, type) {
  if (/^[a-z]\w*$/u.test(type)) return type;

  return type.startsWith('.') ? type.slice(1) : `${name}.${type}`;
}

/**
 * Reads what only the tags of the Go types tell: how a field is written in JSON.
 *
 * @param {string} folder
 */
function readTags(folder) {
  /** @type {Map<string, Map<number, Omit<FieldDefinition, 'number' | 'label' | 'type'>>>} */
  const structs = new Map();
  const sources = readdirSync(folder).filter((file) => /(?<!_test|generated\.pb)\.go$/u.test(file));
  for (const file of sources) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name = '', body = ''] of text.matchAll(STRUCT)) {
      const members = [...body.matchAll(MEMBER)].flatMap(([, pointer = '', tag = '']) => {
        const [, json = ''] = /json:"([^"]*)"/u.exec(tag) ?? [];
        const [, digits] = /protobuf:"\w+,(\d+),/u.exec(tag) ?? [];
        const [key = '', ...options] = json.split(',');
        if (digits === undefined || key === '-') return [];
        const written = {
          json: options.includes('inline') ? '' : key,
          isPointer: pointer !== '',
          omitsEmpty: options.includes('omitempty'),
          omitsZero: options.includes('omitzero'),
        };

        return [/** @type {const} */ ([Number(digits), written])];
      });
      if (members.length > 0) structs.set(name, new Map(members));
    }
  }

  return structs;
}
