import { type FieldType, messageType } from './message-type.js';
import { MessageValue, type Value } from './message-value.js';
import { SCALARS } from './scalar.js';

/** The messages that are one of two JSON values, field 2 or else field 1, and the JSON of neither. */
const EITHER: ReadonlyMap<string, string> = new Map([
  ['apiextensions.JSONSchemaPropsOrArray', 'null'],
  ['apiextensions.JSONSchemaPropsOrBool', 'false'],
  ['apiextensions.JSONSchemaPropsOrStringArray', 'null'],
]);

/** Writes a value as Go writes it into JSON. */
function jsonOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (value instanceof MessageValue) {
    const none = EITHER.get(value.type.name);

    return none === undefined ? `{${membersOf(value).join(',')}}` : eitherOf(value, none);
  }
  if (isMap(value)) {
    return `{${[...value].map(([key, inner]) => member(key, jsonOf(inner))).join(',')}}`;
  }

  return `[${value.map(jsonOf).join(',')}]`;
}

function eitherOf({ type, values }: MessageValue, none: string): string {
  const [first, second] = [1, 2].map((number) => {
    const field = type.byNumber.get(number);

    return field && values.get(field);
  });

  return jsonOf(second ?? first ?? none);
}

/** Writes the fields of a message, with those of the messages whose fields are its own. */
export function membersOf({ type, values }: MessageValue): readonly string[] {
  return type.fields.flatMap((field) => {
    const value = values.get(field) ?? (field.shown === 'always' ? emptyOf(field) : undefined);
    if (value === undefined) return [];
    if (field.name === '') return value instanceof MessageValue ? membersOf(value) : [];
    const text = jsonOf(value);

    return field.shown === 'ifFilled' && text === emptyText(field)
      ? []
      : [member(field.name, text)];
  });
}

/** Nil lists and maps are `null` in Go, and so are nil bytes. */
function emptyOf(field: FieldType): Value {
  if (field.form !== 'one' || field.type === 'bytes') return 'null';

  return SCALARS.get(field.type)?.empty ?? new MessageValue(messageType(field.type));
}

/** The JSON of an empty value. A list or a map that is present is never empty. */
function emptyText({ form, type }: FieldType): string | undefined {
  return form === 'one' ? SCALARS.get(type)?.empty : undefined;
}

function member(name: string, text: string): string {
  return `${JSON.stringify(name)}:${text}`;
}

function isMap(
  value: readonly Value[] | ReadonlyMap<string, Value>,
): value is ReadonlyMap<string, Value> {
  return !Array.isArray(value);
}
