import { SCALARS } from './scalar.js';
import { PACKAGES } from './schema/kinds.js';

/** One field of a message. */
export interface FieldType {
  readonly number: number;
  /** The name in JSON, or `''` if the fields of its message are those of the parent. */
  readonly name: string;
  /** When Go writes the field into JSON: always, if the message has it, or if it is not empty. */
  readonly shown: 'always' | 'ifPresent' | 'ifFilled';
  readonly form: 'one' | 'list' | 'map';
  /** A scalar such as `text`, a form of its own such as `Time`, or a message such as `core.Pod`. */
  readonly type: string;
}

/** A message and its fields, in the order in which Go writes them into JSON. */
export interface MessageType {
  readonly name: string;
  readonly fields: readonly FieldType[];
  readonly byNumber: ReadonlyMap<number, FieldType>;
}

/** The text of the schema: `1=name:?[]type`. */
const FIELD = /^(\d+)=(.*):([!?]?)(\[\]|\{\})?([\w.-]+)$/u;
const SHOWN = { '!': 'always', '?': 'ifPresent', '': 'ifFilled' } as const;
const FORMS = { '[]': 'list', '{}': 'map', '': 'one' } as const;
const known = new Map<string, MessageType>();

/** Finds a message by its package and name, such as `core.Pod`. The schema has each message that it names. */
export function messageType(name: string): MessageType {
  const found = known.get(name) ?? parseMessage(name);
  known.set(name, found);

  return found;
}

function parseMessage(name: string): MessageType {
  const [home = '', message = ''] = name.split('.');
  const text = PACKAGES.get(home) ?? '';
  const start = text.indexOf(`\n${message} `) + 1;
  const line = text.slice(start, text.indexOf('\n', start));
  const fields = line
    .split(' ')
    .slice(1)
    .map((field) => parseField(home, field));

  return { name, fields, byNumber: new Map(fields.map((field) => [field.number, field])) };
}

function parseField(home: string, text: string): FieldType {
  const [, digits, name = '', shown = '', form = '', type = ''] = FIELD.exec(text) ?? [];

  return {
    number: Number(digits),
    name,
    shown: SHOWN[shown as keyof typeof SHOWN],
    form: FORMS[form as keyof typeof FORMS],
    type: isComplete(type) ? type : `${home}.${type}`,
  };
}

/** Whether a type needs no package before its name. */
function isComplete(type: string): boolean {
  return type.includes('.') || SCALARS.has(type);
}
